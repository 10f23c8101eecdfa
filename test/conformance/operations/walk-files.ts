import { expect, test } from 'vitest';
import type { Call } from '../../harness/contract/contract-client.ts';
import { fileForm } from '../../harness/rest/file-form.ts';
import { packXlr } from '../../harness/rest/template-files.ts';

/** Calls every endpoint that imports or exports files. */
export function walkFiles(call: Call): void {
  test('files', async () => {
    const task = { title: 'deploy', type: 'acme.Deploy', port: 1 };
    const body = fileForm(await packXlr({ title: 'From a file', phases: [{ title: 'P', tasks: [task] }] }), {
      name: 'a.xlr',
    });
    const [imported] = await call<readonly { readonly id: string }[]>('importTemplate', { body });
    const templateId = `Applications-${imported!.id}`;
    expect(await call('getTemplate', { path: { templateId } })).toMatchObject({
      phases: [{ tasks: [{ unknownType: { type: 'acme.Deploy', properties: { port: 1 } } }] }],
    });
    await call('exportTemplateToZip', { path: { templateId } });
    const order = { path: { templateId }, body: { releaseTitle: 'From a file' } };
    const { id: releaseId } = await call<{ readonly id: string }>('createRelease', order);
    await call('exportRelease', { path: { releaseId } });
    await call('downloadReleaseReport', { path: { reportType: 'audit', releaseId } });
    await call('downloadReleaseReports', { path: { reportType: 'audit' }, body: [releaseId] });
    await call('deleteRelease', { path: { releaseId } });
    await call('previewTemplateInGroovy', { path: { templateId } });
    await call('exportTemplateInGroovy', { path: { templateId } });
    await call('deleteTemplate', { path: { templateId } });
  });
}
