import { limits } from '../policy/policy.ts';
import { failed, type Refusal } from '../policy/refusal.ts';

/** The memory of one answer that is being read. */
interface MemoryAllocation {
  /** Takes more for it; answers why it has to be given up instead, else null. */
  grow(bytes: number): Refusal | null;
  /** Gives all of it back. */
  release(): void;
}

/** The answers that are being read at this moment. */
export interface ResponseMemory {
  /** `giveUp` ends the reading of this answer, when others need its memory. */
  allocate(requester: string, cancel: (reason: Refusal) => void): MemoryAllocation;
  readonly bytes: number;
}

interface ActiveResponse {
  readonly requester: string;
  readonly cancel: (reason: Refusal) => void;
  bytes: number;
}

const outOfMemory = () =>
  failed('the request was sent, and its answer given up: too many large answers are being read, this one among them');

/** The largest response of the caller with the most bytes; of equal ones the earliest. */
function pickVictim(responses: ReadonlySet<ActiveResponse>): ActiveResponse | null {
  const byRequester = [...Map.groupBy(responses, ({ requester }) => requester).values()];
  const total = (active: readonly ActiveResponse[]) => active.reduce((sum, { bytes }) => sum + bytes, 0);
  const maximum = byRequester.reduce<readonly ActiveResponse[]>((a, b) => (total(b) > total(a) ? b : a), []);
  return maximum.reduce<ActiveResponse | null>((a, b) => (a === null || b.bytes > a.bytes ? b : a), null);
}

/** The limit in bytes for all responses together: above it, the largest response is canceled, not the latest one. */
export function createResponseMemory(maximum: number = limits.maxBufferedBytes): ResponseMemory {
  const responses = new Set<ActiveResponse>();
  let usedBytes = 0;
  const drop = (active: ActiveResponse): void => {
    if (responses.delete(active)) usedBytes -= active.bytes;
  };
  const freeMemory = (): void => {
    while (usedBytes > maximum) {
      const victim = pickVictim(responses);
      if (victim === null) return;
      drop(victim);
      victim.cancel(outOfMemory());
    }
  };
  const allocate: ResponseMemory['allocate'] = (requester, cancel) => {
    const active: ActiveResponse = { requester, cancel, bytes: 0 };
    responses.add(active);
    const grow = (bytes: number) => {
      if (responses.has(active)) {
        active.bytes += bytes;
        usedBytes += bytes;
        freeMemory();
      }
      return responses.has(active) ? null : outOfMemory();
    };
    return { grow, release: () => drop(active) };
  };
  return {
    allocate,
    get bytes() {
      return usedBytes;
    },
  };
}
