import { attachmentResponse } from '@slipway/api-schema/attachments';
import { list } from '@slipway/api-schema/format';
import {
  attachToRelease,
  attachToTask,
  detachFromRelease,
  detachFromTask,
  getAttachment,
  type Receive,
} from '@slipway/application/attachments';
import { neededToRead } from '@slipway/domain/people';
import type { Person } from '@slipway/engine';
import { downloadSlots, uploadSlots } from '../http/fair-semaphore.ts';
import { type Route, route } from '../http/route.ts';
import { currentRelease, currentTask } from '../plans/cached-answers.ts';
import { download } from './download.ts';

/** Takes the files of a form when there is a place for them; until then nothing of it is read. */
const withUploadSlot =
  (files: Receive, { username }: Person): Receive =>
  async (consume) => {
    const release = await uploadSlots.acquire(username);
    try {
      return await files(consume);
    } finally {
      release();
    }
  };

/** Files of tasks, releases and templates (rest-operations.md, attachments item). */
export const attachments: readonly Route[] = [
  route({
    method: 'POST',
    path: '/tasks/{taskId}/attachments',
    name: 'addAttachments',
    summary: 'Gives a task files, of 100 MB each: all of them or none',
    needs: { command: 'attachToTask', on: 'taskId' },
    subject: currentTask,
    acceptsFiles: true,
    reply: list(attachmentResponse),
    answer: async (deps, { caller, path, files }) =>
      await attachToTask(deps, { caller, rawId: path.taskId, receive: withUploadSlot(files, caller) }),
  }),
  route({
    method: 'DELETE',
    path: '/tasks/{taskId}/attachments/{attachmentId}',
    name: 'deleteAttachment',
    summary: 'Deletes a file of a task',
    needs: { command: 'detachFromTask', on: 'taskId' },
    subject: currentTask,
    reply: null,
    answer: async (deps, { caller, path }) =>
      await detachFromTask(deps, { caller, rawId: path.taskId, attachment: path.attachmentId }),
  }),
  route({
    method: 'POST',
    path: '/releases/{releaseId}/attachments',
    name: 'addReleaseAttachments',
    summary: 'Gives a release or template files, of 100 MB each: all of them or none',
    needs: { command: 'attachToRelease', on: 'releaseId' },
    subject: currentRelease,
    acceptsFiles: true,
    reply: list(attachmentResponse),
    answer: async (deps, { caller, path, files }) =>
      await attachToRelease(deps, { caller, rawId: path.releaseId, receive: withUploadSlot(files, caller) }),
  }),
  route({
    method: 'DELETE',
    path: '/releases/{releaseId}/attachments/{attachmentId}',
    name: 'deleteReleaseAttachment',
    summary: 'Deletes a file of a release or template',
    needs: { command: 'detachFromRelease', on: 'releaseId' },
    subject: currentRelease,
    reply: null,
    answer: async (deps, { caller, path }) =>
      await detachFromRelease(deps, { caller, rawId: path.releaseId, attachment: path.attachmentId }),
  }),
  route({
    method: 'GET',
    path: '/releases/attachments/{attachmentId}',
    name: 'downloadAttachment',
    summary: 'The content of a file of anything live or archived, whole or in part',
    needs: { on: 'attachmentId', anyOf: [neededToRead.attachment], participant: true },
    streams: true,
    reply: null,
    answer: async (deps, { caller, path, headers }) => {
      const { attachment } = await getAttachment(deps.database, caller, path.attachmentId);
      return await download(
        { ...deps, acquireSlot: () => downloadSlots.acquire(caller.username) },
        attachment,
        headers,
      );
    },
  }),
];
