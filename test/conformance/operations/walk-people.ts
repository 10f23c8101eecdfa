import { test } from 'vitest';
import type { Call } from '../../harness/contract/document.ts';

/** Every call about people. */
export function walkPeople(call: Call): void {
  test('the audit log', async () => {
    await call('getAudit', { query: { username: 'admin', resultsPerPage: '1' } });
  });
}
