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
import { filesBody, type Route, route } from '../http/route.ts';
import { downloadSlots, uploadSlots } from '../http/slots.ts';
import { currentRelease, currentTask } from '../plans/cached-answers.ts';
import { download } from './download.ts';

/** Reads the files of a form when a slot is available, and nothing of the body before. */
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

/** The differences between the routes of a task and those of a release or template. */
const owners = {
  task: {
    parameter: 'taskId',
    noun: 'a task',
    etag: currentTask,
    add: {
      path: '/tasks/{taskId}/attachments',
      name: 'addAttachments',
      needs: { command: 'attachToTask', on: 'taskId' },
      attach: attachToTask,
    },
    delete: {
      path: '/tasks/{taskId}/attachments/{attachmentId}',
      name: 'deleteAttachment',
      needs: { command: 'detachFromTask', on: 'taskId' },
      detach: detachFromTask,
    },
  },
  release: {
    parameter: 'releaseId',
    noun: 'a release or template',
    etag: currentRelease,
    add: {
      path: '/releases/{releaseId}/attachments',
      name: 'addReleaseAttachments',
      needs: { command: 'attachToRelease', on: 'releaseId' },
      attach: attachToRelease,
    },
    delete: {
      path: '/releases/{releaseId}/attachments/{attachmentId}',
      name: 'deleteReleaseAttachment',
      needs: { command: 'detachFromRelease', on: 'releaseId' },
      detach: detachFromRelease,
    },
  },
} as const;

/** Adds files to a task, release or template. */
function addRoute(owner: keyof typeof owners): Route {
  const { parameter, noun, etag, add } = owners[owner];
  return route({
    method: 'POST',
    path: add.path,
    name: add.name,
    summary: `Gives ${noun} files, of 100 MB each: all of them or none`,
    needs: add.needs,
    etag,
    body: filesBody,
    reply: list(attachmentResponse),
    answer: async (deps, { caller, path, files }) =>
      await add.attach(deps, { caller, rawId: path[parameter], receive: withUploadSlot(files, caller) }),
  });
}

/** Deletes a file of a task, release or template. */
function deleteRoute(owner: keyof typeof owners): Route {
  const { parameter, noun, etag, delete: deletion } = owners[owner];
  return route({
    method: 'DELETE',
    path: deletion.path,
    name: deletion.name,
    summary: `Deletes a file of ${noun}`,
    needs: deletion.needs,
    etag,
    reply: null,
    answer: async (deps, { caller, path }) =>
      await deletion.detach(deps, { caller, rawId: path[parameter], attachment: path.attachmentId }),
  });
}

/** Files of tasks, releases and templates (rest-operations.md, attachments item). */
export const attachments: readonly Route[] = [
  addRoute('task'),
  deleteRoute('task'),
  addRoute('release'),
  deleteRoute('release'),
  route({
    method: 'GET',
    path: '/releases/attachments/{attachmentId}',
    name: 'downloadAttachment',
    summary: 'The content of a file of anything live or archived, whole or in part',
    needs: { on: 'attachmentId', anyOf: [neededToRead.attachment], participant: true },
    reply: 'bytes',
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
