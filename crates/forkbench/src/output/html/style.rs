//! How the report looks: one column of text, tables that scroll by themselves, colours
//! by the reader's setting. No font, script or picture from elsewhere.

/// The style sheet of the page; the charts bring their own.
pub const STYLE: &str = "\
:root{color-scheme:light dark;--page:#fff;--text:#1d2129;--quiet:#5b6472;--rule:#e1e4e9;--panel:#f5f6f8;\
--good:#146c43;--bad:#b02a37;--open:#7a5b00;--best:#e4f3ea;--link:#1f5fd0}\
@media (prefers-color-scheme: dark){:root{--page:#15181d;--text:#e8eaee;--quiet:#a3abb8;--rule:#30353e;\
--panel:#1e2228;--good:#5fd39a;--bad:#ff8b94;--open:#e6c35c;--best:#1d3a2c;--link:#74a9ff}}\
*{box-sizing:border-box}\
body{margin:0;background:var(--page);color:var(--text);\
font:15px/1.5 system-ui,-apple-system,'Segoe UI',Roboto,'Helvetica Neue',Arial,sans-serif}\
main{max-width:1320px;margin:0 auto;padding:28px 20px 60px}\
h1{font-size:27px;line-height:1.2;margin:0 0 6px;letter-spacing:-.01em}\
h2{font-size:19px;line-height:1.3;margin:44px 0 6px;padding-top:14px;border-top:1px solid var(--rule)}\
p{margin:4px 0 8px;max-width:72ch}.quiet{color:var(--quiet)}a{color:var(--link)}\
nav{margin:18px 0 0}nav ul{list-style:none;margin:0;padding:0;display:flex;flex-wrap:wrap;gap:4px 16px}\
.scroll{overflow-x:auto;margin:12px 0 6px;border:1px solid var(--rule);border-radius:6px}\
table{border-collapse:collapse;width:100%;font-size:13px;font-variant-numeric:tabular-nums}\
th,td{padding:6px 8px;text-align:right;white-space:nowrap;border-bottom:1px solid var(--rule)}\
tbody tr:last-child>*{border-bottom:0}thead th{font-weight:600;color:var(--quiet);background:var(--panel)}\
th:first-child,td:first-child{text-align:left}\
tbody th{font-weight:500;position:sticky;left:0;background:var(--page);max-width:46vw;overflow:hidden;text-overflow:ellipsis}\
td.best{background:var(--best);font-weight:600}td.missing{color:var(--quiet)}\
td .ratio{color:var(--quiet);margin-left:.5em}\
.words td,.words th{white-space:normal;text-align:left;vertical-align:top}\
.words td:nth-child(n+3){white-space:nowrap}\
.holds{color:var(--good);font-weight:600}.fails{color:var(--bad);font-weight:600}.open{color:var(--open);font-weight:600}\
.verdict{margin:8px 0 0}.remarks{margin:6px 0;max-width:none;padding-left:0;list-style:none;color:var(--quiet);font-size:13.5px}\
details{margin:8px 0}summary{cursor:pointer;color:var(--link)}\
.facts th{position:static;color:var(--quiet);white-space:nowrap;width:1%}.facts td{text-align:left;white-space:normal}\
.warning{border-left:4px solid var(--open);padding:6px 12px;background:var(--panel)}\
figure{margin:14px 0 4px}figure svg{display:block;max-width:100%;height:auto}.narrow{display:none}\
@media (max-width:640px){tbody th{white-space:normal;max-width:38vw;min-width:7.5em}main{padding:20px 16px 48px}h1{font-size:23px}.wide{display:none}.narrow{display:block}\
figure{margin-left:-4px;margin-right:-4px}}\
@media (max-width:640px){.words thead{display:none}.words tr{display:block;padding:8px 10px;border-bottom:1px solid var(--rule)}\
.words tbody tr:last-child{border-bottom:0}.words td,.words tbody th{display:block;position:static;max-width:none;border:0;padding:1px 0}\
.words td::before{content:attr(data-head) ': ';color:var(--quiet)}}\
@media print{.wide{display:block}.narrow{display:none}details{display:none}}";
