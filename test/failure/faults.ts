import { setTimeout as pause } from 'node:timers/promises';
import type { FreshRedis } from '../harness/servers/redis.ts';
import type { Fleet } from './fleet.ts';
import type { Ground } from './grounds.ts';
import type { Fault } from './plague.ts';

interface Victims {
  readonly ground: Ground;
  /** null where messages go over PostgreSQL */
  readonly redis: FreshRedis | null;
  readonly fleet: Fleet;
}

/**
 * A first claim of the sweep lasts for two seconds at most: a process that was frozen for longer must find its work
 * done by others.
 */
const frozenMs = 2_500;
/** How long Redis is away before it comes back empty. */
const awayMs = 700;

/** What goes wrong, in turn. Every server is back when the next fault comes, apart from a scheduler that is frozen. */
export const faultsOf = ({ ground, redis, fleet }: Victims): readonly Fault[] => [
  ...(redis === null ? [] : [killing(redis)]),
  { name: 'scheduler killed anywhere', inflict: fleet.kill },
  ...(redis === null ? [] : [{ name: 'Redis flushed', inflict: redis.flush }]),
  { name: `scheduler frozen for ${frozenMs / 1_000} s`, inflict: () => fleet.freeze(frozenMs) },
  ...ground.faults,
];

const killing = (redis: FreshRedis): Fault => ({
  name: 'Redis killed, back empty',
  inflict: (outages) =>
    outages.during(async () => {
      await redis.kill();
      await pause(awayMs);
      await redis.restart();
    }),
});
