import { expect, test } from 'vitest';
import { type MailState, serverState, suspensionPath } from './mail.ts';

const state = (changes: Partial<MailState>): MailState => ({
  ...{ configured: true, waiting: 0, failed: 0, dead: 0, suspendedAddresses: [] },
  ...changes,
});
const early = { at: '2026-11-30T09:00:00.000+00:00' };
const late = { at: '2026-11-30T11:00:00.000+02:00' };
const reason = '550 no such user';

test.each([
  [{ configured: false, lastSuccess: early }, 'over'],
  [{}, 'idle'],
  [{ lastSuccess: early }, 'done'],
  [{ lastError: { ...early, reason } }, 'failed'],
  [{ lastSuccess: { at: '2026-11-30T08:00:00.000+00:00' }, lastError: { ...late, reason } }, 'failed'],
  [{ lastSuccess: early, lastError: { at: '2026-11-30T10:30:00.000+02:00', reason } }, 'done'],
] as const)('the last outcome is the state of the mail server: %j', (changes, tone) => {
  expect(serverState(state(changes))[0]).toBe(tone);
});

test('an address is one segment of the path', () => {
  expect(suspensionPath('a/b+c%2f?#ü@example.com')).toBe(
    '/mail/suspended-addresses/a%2Fb%2Bc%252f%3F%23%C3%BC%40example.com',
  );
});
