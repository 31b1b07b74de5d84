//! Files that are connections: `/dev/tcp/HOST/PORT` and `/dev/udp/HOST/PORT` in redirections
//! (bash(1), "REDIRECTION"; ksh93's sh(1), "Input/Output").
//!
//! `redirect` asks it before it opens a path, where the row `has_network_paths` is set. The host is
//! resolved by the C library; the connection is a descriptor like any other afterwards.

use std::io;
use std::net::{Ipv4Addr, Ipv6Addr, SocketAddr, TcpStream, ToSocketAddrs, UdpSocket};
use std::os::fd::OwnedFd;

/// Connects, if the path is one of these.
pub(super) fn connect(path: &[u8]) -> Option<io::Result<OwnedFd>> {
    let rest = path.strip_prefix(b"/dev/")?;
    let (stream, rest) = match rest.strip_prefix(b"tcp/") {
        Some(rest) => (true, rest),
        None => (false, rest.strip_prefix(b"udp/")?),
    };
    let mut parts = std::str::from_utf8(rest).ok()?.split('/');
    let (host, service) = (parts.next()?, parts.next()?);
    if host.is_empty() || service.is_empty() || parts.next().is_some() {
        return None;
    }
    Some(match stream {
        true => connect_stream(host, service),
        false => connect_datagrams(host, service),
    })
}

fn connect_stream(host: &str, service: &str) -> io::Result<OwnedFd> {
    TcpStream::connect((host, port(service, "tcp")?)).map(OwnedFd::from)
}

fn connect_datagrams(host: &str, service: &str) -> io::Result<OwnedFd> {
    let mut failure = io::ErrorKind::NotFound.into();
    for address in (host, port(service, "udp")?).to_socket_addrs()? {
        let any: SocketAddr = match address {
            SocketAddr::V4(_) => (Ipv4Addr::UNSPECIFIED, 0).into(),
            SocketAddr::V6(_) => (Ipv6Addr::UNSPECIFIED, 0).into(),
        };
        let connected = UdpSocket::bind(any).and_then(|socket| {
            socket.connect(address)?;
            Ok(socket)
        });
        match connected {
            Ok(socket) => return Ok(socket.into()),
            Err(error) => failure = error,
        }
    }
    Err(failure)
}

/// The number of a port, which may be given by its name in services(5).
fn port(service: &str, protocol: &str) -> io::Result<u16> {
    if let Ok(number) = service.parse() {
        return Ok(number);
    }
    let services = std::fs::read_to_string("/etc/services").unwrap_or_default();
    services
        .lines()
        .filter_map(|line| {
            let mut fields = line.split('#').next()?.split_whitespace();
            let name = fields.next()?;
            let (number, of) = fields.next()?.split_once('/')?;
            let known = of == protocol && (name == service || fields.any(|alias| alias == service));
            known.then(|| number.parse().ok()).flatten()
        })
        .next()
        .ok_or_else(|| io::ErrorKind::InvalidInput.into())
}
