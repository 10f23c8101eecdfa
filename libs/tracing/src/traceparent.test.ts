import { expect, test } from 'vitest';
import { readTraceparent, writeTraceparent } from './traceparent.ts';

const traceId = '4bf92f3577b34da6a3ce929d0e0e4736';
const spanId = '00f067aa0ba902b7';

test.each([
  [`00-${traceId}-${spanId}-01`, 1],
  [`00-${traceId}-${spanId}-00`, 0],
  [`00-${traceId}-${spanId}-03`, 1],
  [`cc-${traceId}-${spanId}-01`, 1],
  [`cc-${traceId}-${spanId}-01-what the future says`, 1],
])('%s is parsed', (text, traceFlags) => {
  expect(readTraceparent(text)).toEqual({ traceId, spanId, traceFlags, isRemote: true });
});

test.each([
  undefined,
  null,
  7,
  ['00'],
  '',
  '00',
  `00-${traceId}-${spanId}`,
  `00-${traceId}-${spanId}-01-more`,
  `00-${traceId}-${spanId}-01 `,
  `00-${traceId}-${spanId}-01\n`,
  `00-${traceId.toUpperCase()}-${spanId}-01`,
  `00-${'0'.repeat(32)}-${spanId}-01`,
  `00-${traceId}-${'0'.repeat(16)}-01`,
  `ff-${traceId}-${spanId}-01`,
  `00-${traceId}-${spanId}-01, 00-${traceId}-${spanId}-01`,
  `cc-${traceId}-${spanId}-01-${'x'.repeat(100_000)}`,
  `00-${traceId}-${spanId}-0g`,
])('%j is ignored', (text) => {
  expect(readTraceparent(text)).toBeNull();
});

test('a context is formatted as it was parsed', () => {
  const text = `00-${traceId}-${spanId}-01`;
  const parsed = readTraceparent(text);
  expect(parsed && writeTraceparent(parsed)).toBe(text);
});
