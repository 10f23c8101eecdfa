import { test } from 'vitest';
import type { Call } from '../../harness/contract/contract-client.ts';
import { peopleOf } from '../../harness/people/people.ts';
import type { ServedProduct } from '../../harness/product/serve.ts';
import { idOf } from '../../harness/rest/plans.ts';
import type { Release } from '../../harness/rest/response-types.ts';

/** Calls every endpoint of approvals. */
export function walkApprovals(served: Pick<ServedProduct, 'database' | 'url'>, call: Call): void {
  test('approvals of a gate', async () => {
    await peopleOf(served).createRole('Approvers', [], ['admin']);
    const approvalRequirements = [{ role: 'Approvers', count: 2, fourEyes: false, team: null }];
    const template = await call<Release>('createTemplate', {
      body: {
        title: 'Approved',
        phases: [{ title: 'Ship', tasks: [{ title: 'go', type: 'rel.GateTask', approvalRequirements }] }],
      },
    });
    const path = { templateId: template.id };
    const release = await call<Release>('startReleaseFromTemplate', { path, body: { releaseTitle: 'approved' } });
    const task = { taskId: idOf(release, 'go') };
    await call('approveTask', { path: task, body: { comment: null, version: '1.1' } });
    await call('rejectTask', { path: task, body: { comment: 'not yet' } });
    await call('withdrawApproval', { path: task, body: {} });
    await call('explainTask', { path: task });
    await call('getRelease', { path: { releaseId: release.id } });
  });
}
