import { Overloaded } from '@slipway/engine';

/** What one body takes of the room that all share, until it leaves. */
export interface Holder {
  /** aborted when it has to give way */
  readonly signal: AbortSignal;
  grow(bytes: number): void;
  /** all of it is there: it does not give way any more */
  settle(): void;
  leave(): void;
}

/**
 * Room for so many bytes of bodies at once. Where it is too small, the one gives way that has been sent for the
 * longest time, with Overloaded: whoever sends slowly must not keep those out who send at once.
 */
export function sharedRoom(bytes: number): () => Holder {
  const sending = new Set<(error: Overloaded) => void>();
  let taken = 0;
  const makeRoom = (): void => {
    for (const giveWay of sending) {
      if (taken <= bytes) return;
      giveWay(new Overloaded('too many deliveries at once, try again'));
    }
  };
  return () => {
    const control = new AbortController();
    let own = 0;
    const leave = (): void => {
      sending.delete(giveWay);
      taken -= own;
      own = 0;
    };
    const giveWay = (error: Overloaded): void => {
      leave();
      control.abort(error);
    };
    sending.add(giveWay);
    return {
      signal: control.signal,
      grow: (more) => {
        own += more;
        taken += more;
        makeRoom();
      },
      settle: () => void sending.delete(giveWay),
      leave,
    };
  };
}
