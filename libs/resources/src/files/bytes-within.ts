import { Invalid } from '@slipway/domain';

/** What a stream brings, whole. Throws Invalid where it is more than so many bytes. */
export async function bytesWithin(pieces: AsyncIterable<Uint8Array>, most: number): Promise<Buffer> {
  const taken: Uint8Array[] = [];
  let size = 0;
  for await (const piece of pieces) {
    size += piece.length;
    if (size > most) throw new Invalid(`it has more than ${most} bytes`);
    // what is read next may be written where this one lies
    taken.push(Uint8Array.from(piece));
  }
  return Buffer.concat(taken);
}
