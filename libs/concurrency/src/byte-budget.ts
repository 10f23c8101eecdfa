import type { Key } from './waiting-list.ts';

/** The bytes of one body, counted against a budget until it is released. */
export interface ByteShare {
  readonly key: Key;
  readonly bytes: number;
  /** Adds bytes. Returns false if the share was revoked. */
  grow(bytes: number): boolean;
  /** Marks the share as complete, so that it is no longer revoked. */
  keep(): void;
  release(): void;
}

/** The oldest incomplete share, so that a slow client does not block fast ones. */
export const oldestShare = (shares: ReadonlySet<ByteShare>): ByteShare | undefined => shares.values().next().value;

/** The largest share of the key with the most bytes. Of equal shares, the oldest one. */
export function largestShare(shares: ReadonlySet<ByteShare>): ByteShare | undefined {
  const totals = new Map<Key, number>();
  for (const { key, bytes } of shares) totals.set(key, (totals.get(key) ?? 0) + bytes);
  const total = ({ key }: ByteShare): number => totals.get(key) ?? 0;
  let largest: ByteShare | undefined;
  for (const share of shares) {
    const isLarger =
      largest === undefined ||
      total(share) > total(largest) ||
      (share.key === largest.key && share.bytes > largest.bytes);
    if (isLarger) largest = share;
  }
  return largest;
}

/** A common limit in bytes for all shares. Above it, shares are revoked one by one. */
export class ByteBudget {
  readonly #max: number;
  readonly #choose: (shares: ReadonlySet<ByteShare>) => ByteShare | undefined;
  /** The revocable shares with their owners, the oldest first. */
  readonly #revocable = new Map<ByteShare, () => void>();
  #bytes = 0;

  constructor(max: number, choose: (shares: ReadonlySet<ByteShare>) => ByteShare | undefined) {
    this.#max = max;
    this.#choose = choose;
  }

  get bytes(): number {
    return this.#bytes;
  }

  /** Opens an empty share. `onRevoke` is called after the bytes of the share are released. */
  open(onRevoke: () => void, key: Key = ''): ByteShare {
    let bytes = 0;
    let isReleased = false;
    const share: ByteShare = {
      key,
      get bytes() {
        return bytes;
      },
      grow: (added) => {
        if (isReleased) return false;
        bytes += added;
        this.#bytes += added;
        this.#revoke();
        return !isReleased;
      },
      keep: () => void this.#revocable.delete(share),
      release: () => {
        if (isReleased) return;
        isReleased = true;
        this.#revocable.delete(share);
        this.#bytes -= bytes;
      },
    };
    this.#revocable.set(share, onRevoke);
    return share;
  }

  #revoke(): void {
    while (this.#bytes > this.#max) {
      const share = this.#choose(new Set(this.#revocable.keys()));
      const onRevoke = share && this.#revocable.get(share);
      if (share === undefined || onRevoke === undefined) return;
      share.release();
      onRevoke();
    }
  }
}
