import type { Event, EventTrigger } from '@slipway/domain';
import { type DeliveryResult, Overloaded, type TriggerRun } from '@slipway/persistence';
import type { Deciding } from '../commands/dispatch.ts';
import { retrying } from '../concurrency/retry.ts';
import { crashPoint } from '../environment/crash-point.ts';
import { isMistake, type Shot } from '../triggers/fire.ts';
import { fireTogether } from '../triggers/fire-together.ts';

/** Who hears what comes of firing. */
export interface Reporting {
  readonly deciding: Deciding;
  /** hears of every release that was made */
  readonly tell: (shot: Shot) => void;
  /** hears of errors that nobody foresaw: the delivery is told of again */
  readonly report: (error: unknown, id: string) => void;
}

/** A delivery on its way through the triggers that listen. */
export interface Told {
  readonly id: string;
  readonly results: DeliveryResult[];
  /** what nobody foresaw */
  readonly errors: unknown[];
}

/** A delivery whose event a trigger wants, or what was wrong when it heard of it. */
export interface WantedDelivery {
  readonly told: Told;
  readonly event: Event | Error;
}

/** Does what is about one delivery alone, and remembers what nobody foresaw of it. */
export async function noting(
  { report }: Reporting,
  id: string,
  { errors }: Told,
  work: () => Promise<void>,
): Promise<void> {
  try {
    await work();
  } catch (error) {
    report(error, id);
    errors.push(error);
  }
}

/**
 * Fires together, and where that does not go through, one by one, so that what cannot be done is left alone with its
 * failure. Remembers what nobody foresaw.
 */
export async function fired(
  telling: Reporting,
  trigger: EventTrigger,
  wanted: readonly WantedDelivery[],
): Promise<void> {
  if (wanted.length === 0) return;
  try {
    await fireOnce(telling, trigger, wanted);
  } catch (error) {
    const isOverloaded = error instanceof Overloaded;
    for (const one of wanted) {
      await noting(telling, trigger.id, one.told, async () => {
        if (isOverloaded) throw error;
        if (wanted.length > 1) await fireAlone(telling, trigger, one);
        else await failAlone(telling, trigger, one, error);
      });
    }
  }
}

async function fireAlone(telling: Reporting, trigger: EventTrigger, one: WantedDelivery): Promise<void> {
  try {
    await fireOnce(telling, trigger, [one]);
  } catch (error) {
    await failAlone(telling, trigger, one, error);
  }
}

/** Records a mistake: the transaction that it was found in is lost. */
async function failAlone(
  telling: Reporting,
  trigger: EventTrigger,
  { told }: WantedDelivery,
  error: unknown,
): Promise<void> {
  if (!isMistake(error)) throw error;
  await fireOnce(telling, trigger, [{ told, event: error }]);
}

async function fireOnce(
  { deciding, tell }: Reporting,
  trigger: EventTrigger,
  wanted: readonly WantedDelivery[],
): Promise<void> {
  const events = wanted.map(({ told, event }) => ({ deliveryId: told.id, event }));
  const { shots, before } = await retrying(`trigger '${trigger.id}'`, () =>
    deciding.database.transaction((connection) => fireTogether(connection, deciding, trigger, events)),
  );
  crashPoint('after-commit');
  for (const shot of shots) tell(shot);
  const runs = new Map([...before, ...shots.map(({ run }) => run)].map((run) => [run.occasion, run]));
  for (const { told } of wanted) {
    const run = runs.get(told.id);
    if (run !== undefined) told.results.push(resultOf(run));
  }
}

const resultOf = ({ triggerId, outcome, reason, seq, releaseId }: TriggerRun): DeliveryResult => ({
  triggerId,
  outcome,
  reason,
  run: seq,
  releaseId,
});
