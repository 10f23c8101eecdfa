import { expect, test } from 'vitest';
import type { Call } from '../../harness/contract/contract-client.ts';
import { fileForm } from '../../harness/rest/file-form.ts';

/** Calls every endpoint of documents. */
export function walkAsCode(call: Call): void {
  test('as code', async () => {
    const yaml = 'apiVersion: xl-release/v1\nkind: Templates\nspec: [{template: Planned, description: as code}]\n';
    const body = fileForm(Buffer.from(yaml), { name: 'a.yaml' });
    expect(await call('planCode', { body })).toMatchObject({
      isSame: false,
      changes: [{ kind: 'Template', action: 'create', path: 'Planned' }],
      effects: [],
    });
  });
}
