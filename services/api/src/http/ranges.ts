/** A part of a response: from the byte `start`, counted from 0, to the byte before `end`. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

const rangePattern = /^bytes=(\d{0,15})-(\d{0,15})$/;

/**
 * The part that a header `Range` requests from this number of bytes (RFC 9110, section 14). Null: all bytes, also for
 * several ranges and an invalid header. `unsatisfiable`: the part does not exist.
 */
export function parseRange(header: string | undefined, size: number): ByteRange | null | 'unsatisfiable' {
  const [, first = '', last = ''] = rangePattern.exec(header?.trim() ?? '') ?? [];
  if (first === '' && last === '') return null;
  if (first === '') {
    const count = Math.min(Number(last), size);
    return count === 0 ? 'unsatisfiable' : { start: size - count, end: size };
  }
  const start = Number(first);
  const end = last === '' ? size : Math.min(Number(last) + 1, size);
  if (last !== '' && Number(last) < start) return null;
  return start >= size ? 'unsatisfiable' : { start, end };
}
