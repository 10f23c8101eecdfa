import type { HttpRequest } from '@slipway/script-protocol';
import type { EgressPolicy } from '../index.ts';

/** Allows this machine, by its addresses and not by name. */
export const loopback = { of: { kind: 'network', address: '127.0.0.0', bits: 8 }, port: null } as const;
export const policy: EgressPolicy = {
  allow: [loopback],
  deny: [],
  trace: [],
  own: () => [],
  timeoutMs: 60_000,
  allowUnverified: false,
};

export const testRequest = (url: string, overrides: Partial<HttpRequest> = {}): HttpRequest => ({
  does: 'http',
  place: 0,
  method: 'GET',
  url,
  headers: [],
  body: null,
  timeoutMs: null,
  followRedirects: true,
  verify: true,
  connection: null,
  credentials: null,
  ...overrides,
});
