import { verdictBody } from '@slipway/api-schema/gates';
import { taskResponse } from '@slipway/api-schema/plans';
import { actOnTask } from '../flow/task-action-routes.ts';
import { jsonBody, type Route, route } from '../http/route.ts';
import { currentTask } from '../plans/cached-answers.ts';

const verdictRoute = (path: string, type: 'approveTask' | 'rejectTask', summary: string): Route =>
  route({
    method: 'POST',
    path: `/tasks/{taskId}/${path}`,
    name: type,
    summary,
    needs: { command: type, on: 'taskId' },
    etag: currentTask,
    body: jsonBody(verdictBody),
    reply: taskResponse,
    answer: (deps, { caller, path: { taskId: rawId }, body: { comment, version } }) =>
      actOnTask(deps, { caller, rawId, command: (taskId) => ({ type, taskId, comment, version }) }),
  });

/** Approvals and rejections of gates (an extension; docs/how-to/require-approvals.md). */
export const approvals: readonly Route[] = [
  verdictRoute('approve', 'approveTask', 'Approves of what a gate guards'),
  verdictRoute('reject', 'rejectTask', 'Rejects it, with the reason as comment: the gate stays closed'),
  route({
    method: 'POST',
    path: '/tasks/{taskId}/withdraw',
    name: 'withdrawApproval',
    summary: 'Withdraws the verdict of the caller on a gate',
    needs: { command: 'withdrawApproval', on: 'taskId' },
    etag: currentTask,
    body: jsonBody(verdictBody.pick({ comment: true }).meta({ id: 'WithdrawRequest' })),
    reply: taskResponse,
    answer: (deps, { caller, path: { taskId: rawId }, body: { comment } }) =>
      actOnTask(deps, { caller, rawId, command: (taskId) => ({ type: 'withdrawApproval', taskId, comment }) }),
  }),
];
