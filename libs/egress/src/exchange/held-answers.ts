import { limits } from '../policy/policy.ts';
import { failed, type Refusal } from '../policy/refusal.ts';

/** The memory of one answer that is being read. */
interface HeldAnswer {
  /** Takes more for it; answers why it has to be given up instead, else null. */
  grow(bytes: number): Refusal | null;
  /** Gives all of it back. */
  end(): void;
}

/** The answers that are being read at this moment. */
export interface HeldAnswers {
  /** `giveUp` ends the reading of this answer, when others need its memory. */
  begin(asker: string, giveUp: (why: Refusal) => void): HeldAnswer;
  readonly bytes: number;
}

interface Held {
  readonly asker: string;
  readonly giveUp: (why: Refusal) => void;
  bytes: number;
}

const tooMuch = () =>
  failed('the request was sent, and its answer given up: too many large answers are being read, this one among them');

/** The largest response of the caller with the most bytes; of equal ones the earliest. */
function heaviest(answers: ReadonlySet<Held>): Held | null {
  const ofAsker = [...Map.groupBy(answers, ({ asker }) => asker).values()];
  const total = (held: readonly Held[]) => held.reduce((sum, { bytes }) => sum + bytes, 0);
  const most = ofAsker.reduce<readonly Held[]>((one, other) => (total(other) > total(one) ? other : one), []);
  return most.reduce<Held | null>((one, other) => (one === null || other.bytes > one.bytes ? other : one), null);
}

/** The limit in bytes for all responses together: above it, the largest response is canceled, not the latest one. */
export function createHeldAnswers(most: number = limits.heldBytes): HeldAnswers {
  const answers = new Set<Held>();
  let taken = 0;
  const drop = (held: Held): void => {
    if (answers.delete(held)) taken -= held.bytes;
  };
  const makeRoom = (): void => {
    while (taken > most) {
      const victim = heaviest(answers);
      if (victim === null) return;
      drop(victim);
      victim.giveUp(tooMuch());
    }
  };
  const begin: HeldAnswers['begin'] = (asker, giveUp) => {
    const held: Held = { asker, giveUp, bytes: 0 };
    answers.add(held);
    const grow = (bytes: number) => {
      if (answers.has(held)) {
        held.bytes += bytes;
        taken += bytes;
        makeRoom();
      }
      return answers.has(held) ? null : tooMuch();
    };
    return { grow, end: () => drop(held) };
  };
  return {
    begin,
    get bytes() {
      return taken;
    },
  };
}
