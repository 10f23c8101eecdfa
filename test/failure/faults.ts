import { setTimeout as pause } from 'node:timers/promises';
import type { FreshRedis } from '../harness/servers/redis.ts';
import type { ChaosEnvironment } from './environments.ts';
import type { Fault } from './fault-injector.ts';
import type { SchedulerGroup } from './scheduler-group.ts';

interface FaultTargets {
  readonly environment: ChaosEnvironment;
  /** null where messages go over PostgreSQL */
  readonly redis: FreshRedis | null;
  readonly schedulers: SchedulerGroup;
}

/**
 * A first claim of the sweep lasts for two seconds at most: a process that was frozen for longer must find its work
 * done by others.
 */
const frozenMs = 2_500;
/** How long Redis is away before it comes back empty. */
const outageMs = 700;

/** What goes wrong, in turn. Every server is back when the next fault comes, apart from a scheduler that is frozen. */
export const faultsOf = ({ environment, redis, schedulers }: FaultTargets): readonly Fault[] => [
  ...(redis === null ? [] : [redisKill(redis)]),
  { name: 'scheduler killed anywhere', inflict: schedulers.kill },
  ...(redis === null ? [] : [{ name: 'Redis flushed', inflict: redis.flush }]),
  { name: `scheduler frozen for ${frozenMs / 1_000} s`, inflict: () => schedulers.freeze(frozenMs) },
  ...environment.faults,
];

const redisKill = (redis: FreshRedis): Fault => ({
  name: 'Redis killed, back empty',
  inflict: (outages) =>
    outages.during(async () => {
      await redis.kill();
      await pause(outageMs);
      await redis.restart();
    }),
});
