// What a Node program pays: the lines of launcher.c, answered by child_process. Node can neither make the
// pipe for the child's first instruction nor tell its children's processor time.
'use strict';
const { spawn, spawnSync } = require('child_process');
const readline = require('readline');

const now = () => process.hrtime.bigint();
const kept = [];
let program = '';

function ended(child) {
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (status) => resolve([now(), status]));
  });
}

async function start() {
  const begin = now();
  const child = spawn(program, [], { stdio: 'ignore' });
  const returned = now();
  const [reaped, status] = await ended(child);
  return [begin, returned, reaped, status === 0];
}

async function piped() {
  const begin = now();
  const child = spawn(program, [], { stdio: ['ignore', 'pipe', 'ignore'] });
  const returned = now();
  let said = '';
  child.stdout.on('data', (data) => { said += data; });
  const [reaped, status] = await ended(child);
  return [begin, returned, reaped, status === 0 && said === 'Hello, world!\n'];
}

async function sync() {
  const begin = now();
  const { status } = spawnSync(program, [], { stdio: 'ignore' });
  const returned = now();
  return [begin, returned, returned, status === 0];
}

const WAYS = { 'node-start': start, 'node-sync': sync, 'node-pipe': piped };

async function run(way, count) {
  const lines = [];
  // One that does not count: the caches are those of whatever ran before.
  await way();
  for (let i = 0; i < Math.min(count, 256); i++) {
    const [begin, returned, reaped, well] = await way();
    if (!well) return 'error the program did not do what it should\n';
    lines.push(`${begin} ${returned} 0 ${reaped}\n`);
  }
  return lines.join('') + 'cpu none\n';
}

function takeMemory(size, percent) {
  const memory = Buffer.allocUnsafeSlow(size);
  for (let place = 0; place < size / 100 * percent; place += 4096) memory[place] = 1;
  kept.push(memory);
}

async function obey(words) {
  if (words[0] === 'ways') return Object.keys(WAYS).map((name) => `way ${name}\n`).join('') + 'done\n';
  if (words[0] === 'program') {
    program = words[1];
    return 'done\n';
  }
  if (words[0] === 'memory' && words[3] === 'small') {
    takeMemory(Number(words[1]), Number(words[2]));
    return 'done\n';
  }
  if (words[0] === 'run' && words[1] in WAYS) return run(WAYS[words[1]], Number(words[2]));
  return 'error not understood\n';
}

async function main() {
  for await (const line of readline.createInterface({ input: process.stdin })) {
    let answer;
    try {
      answer = await obey(line.split(' '));
    } catch (error) {
      answer = `error ${error.message}\n`;
    }
    process.stdout.write(answer);
  }
}

main();
