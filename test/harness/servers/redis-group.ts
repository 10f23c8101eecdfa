import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort } from './free-port.ts';
import { reapWithParent } from './process-reaper.ts';
import { findRedisProgram, type RedisServer, sendCommand, startRedis } from './redis.ts';

/** Several Redis servers with automatic failover. */
export interface RedisGroup {
  readonly url: string;
  /** Kills the server that has the messages. Resolves when another has taken over. */
  failOver(): Promise<void>;
  stop(): Promise<void>;
}

const password = 'of-servers';
const sentinelPassword = 'of-sentinels';

/** Creates a folder for several servers with different ports. */
async function createServerGroup() {
  const program = await findRedisProgram();
  if (program === null) throw new Error('there is no redis-server on the PATH: install it to run this test');
  const folder = await mkdtemp(join(tmpdir(), 'slipway-redis-'));
  const reaper = reapWithParent({ folder });
  const servers: RedisServer[] = [];
  const start = async (settings: readonly string[], secret = password): Promise<number> => {
    const port = await freePort();
    const own = ['--masterauth', password, ...settings];
    servers.push(await startRedis(program, folder, { port, password: secret, settings: own }));
    return port;
  };
  const stop = async (): Promise<void> => {
    await Promise.all(servers.map((server) => server.end()));
    await reaper.end();
  };
  return { program, folder, servers, start, stop };
}

async function pollUntil(condition: () => Promise<boolean>): Promise<void> {
  while (!(await condition())) await pause(20);
}

/** Starts a master with a replica, and a sentinel that watches them under the name `messages`. */
export async function sentinelGroup(): Promise<RedisGroup> {
  const { program, folder, servers, start, stop } = await createServerGroup();
  const master = await start([]);
  const replica = await start(['--replicaof', '127.0.0.1', `${master}`]);
  const port = await freePort();
  const file = join(folder, 'sentinel.conf');
  await writeFile(
    file,
    [
      `port ${port}`,
      'bind 127.0.0.1',
      `dir ${folder}`,
      `requirepass ${sentinelPassword}`,
      `sentinel monitor messages 127.0.0.1 ${master} 1`,
      `sentinel auth-pass messages ${password}`,
      'sentinel down-after-milliseconds messages 500',
      'sentinel failover-timeout messages 3000',
      '',
    ].join('\n'),
  );
  servers.push(await startRedis(program, folder, { port, password: sentinelPassword, settings: [file, '--sentinel'] }));
  const querySentinel = (command: string) => sendCommand(port, sentinelPassword, command);
  await pollUntil(async () => (await querySentinel('SENTINEL MASTER messages')).includes('num-slaves\r\n$1\r\n1'));
  await pollUntil(async () =>
    (await sendCommand(replica, password, 'INFO replication')).includes('master_link_status:up'),
  );
  return {
    url: `redis+sentinel://:${password}@127.0.0.1:9,127.0.0.1:${port}/messages/0?sentinelPassword=${sentinelPassword}`,
    failOver: async () => {
      await servers[0]?.end();
      await pollUntil(async () =>
        (await querySentinel('SENTINEL GET-MASTER-ADDR-BY-NAME messages')).includes(`${replica}`),
      );
      await pollUntil(async () => (await sendCommand(replica, password, 'INFO replication')).includes('role:master'));
    },
    stop,
  };
}

/** Starts a cluster. Its first node has all our keys and a replica; the other two nodes only vote. */
export async function clusterGroup(): Promise<RedisGroup> {
  const { servers, start, stop } = await createServerGroup();
  const settings = (name: string) => [
    ...['--cluster-enabled', 'yes', '--cluster-config-file', `${name}.conf`, '--cluster-node-timeout', '1000'],
    ...['--cluster-replica-validity-factor', '0'],
  ];
  const ports: number[] = [];
  // By default nodes use a second port, 10,000 above their own, which another connection may already use.
  const busPorts = new Map<number, number>();
  for (const name of ['a', 'b', 'c', 'd']) {
    const busPort = await freePort();
    const port = await start([...settings(name), '--cluster-port', `${busPort}`]);
    ports.push(port);
    busPorts.set(port, busPort);
  }
  const [first = 0, second = 0, third = 0, replica = 0] = ports;
  const queryNode = (port: number, command: string) => sendCommand(port, password, command);
  for (const port of ports.slice(1)) await queryNode(first, `CLUSTER MEET 127.0.0.1 ${port} ${busPorts.get(port)}`);
  await queryNode(first, 'CLUSTER ADDSLOTSRANGE 0 16381');
  await queryNode(second, 'CLUSTER ADDSLOTSRANGE 16382 16382');
  await queryNode(third, 'CLUSTER ADDSLOTSRANGE 16383 16383');
  const id = /\$40\r\n(\w{40})/.exec(await queryNode(first, 'CLUSTER MYID'))?.[1] ?? '';
  await pollUntil(async () => (await queryNode(replica, `CLUSTER REPLICATE ${id}`)).includes('+OK\r\n+OK'));
  const isClusterReady = async (port: number) => (await queryNode(port, 'CLUSTER INFO')).includes('cluster_state:ok');
  await pollUntil(async () => (await Promise.all(ports.map(isClusterReady))).every(Boolean));
  await pollUntil(async () => (await queryNode(replica, 'INFO replication')).includes('master_link_status:up'));
  return {
    url: `redis+cluster://:${password}@127.0.0.1:${second},127.0.0.1:${third}`,
    failOver: async () => {
      await servers[0]?.end();
      await pollUntil(async () => (await queryNode(replica, 'INFO replication')).includes('role:master'));
      await pollUntil(() => isClusterReady(second));
    },
    stop,
  };
}
