import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { expect, test } from 'vitest';
import { acceptsEncoding, listsType, refusesPlain } from './negotiation.ts';

function messageWith(headers: IncomingMessage['headers']): IncomingMessage {
  const message = new IncomingMessage(new Socket());
  Object.assign(message.headers, headers);
  return message;
}

test.each([
  [undefined, false, false],
  ['', false, false],
  ['gzip', true, false],
  ['deflate, GZIP;q=0.5', true, false],
  ['br, zstd ; q=0.1', false, false],
  ['gzip;q=0', false, false],
  ['gzip; Q=0.000, identity', false, false],
  ['gzip;q=0.2, identity;q=0.5', false, false],
  ['gzip;q=0.5, identity;q=0.5', true, false],
  ['*', false, false],
  ['gzip, identity;q=0', true, true],
  ['gzip, *;q=0', true, true],
  ['identity, *;q=0', false, false],
  ['identity;q=0', false, true],
])('Accept-Encoding: %s accepts gzip: %s, and refuses a plain response: %s', (accepted, isAccepted, isRefused) => {
  const message = messageWith(accepted === undefined ? {} : { 'accept-encoding': accepted });
  expect([acceptsEncoding(message, 'gzip'), refusesPlain(message)]).toEqual([isAccepted, isRefused]);
});

test.each([
  [undefined, false],
  ['', false],
  ['*/*', false],
  ['text/*', false],
  ['text/html', true],
  ['application/json, TEXT/HTML;q=0.1', true],
  ['text/html;level=1;q=0.5, */*', true],
  ['text/html;q=0, */*', false],
  ['text/htmlx', false],
  ['application/json;note="text/html"', false],
])('Accept: %s lists text/html: %s', (accept, isListed) => {
  expect(listsType(messageWith(accept === undefined ? {} : { accept }), 'text/html')).toBe(isListed);
});
