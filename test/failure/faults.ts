import { setTimeout as pause } from 'node:timers/promises';
import type { FreshRedis } from '../harness/servers/redis.ts';
import type { ChaosEnvironment } from './environments.ts';
import type { Fault } from './fault-injector.ts';
import type { SchedulerGroup } from './scheduler-group.ts';

interface FaultTargets {
  readonly environment: ChaosEnvironment;
  /** null if messages use PostgreSQL */
  readonly redis: FreshRedis | null;
  readonly schedulers: SchedulerGroup;
}

/**
 * Longer than the two seconds of a first sweep claim, so that other processes have taken over the work of the frozen
 * one.
 */
const frozenMs = 2_500;
/** How long Redis is unavailable before it restarts empty. */
const outageMs = 700;

/**
 * Returns the faults in the order of their injection. Every fault ends before the next one, except for a frozen
 * scheduler.
 */
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
