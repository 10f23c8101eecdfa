import type { OccurredEvent } from '@slipway/domain/notifications';
import type { MessageEntry, NotificationMessage } from '../channels/content.ts';

export const publicUrl = 'https://slipway.example.com';

export const occurred = (changes: Partial<OccurredEvent> = {}): OccurredEvent => ({
  ...{ id: 'Event1', type: 'task.failed', releaseId: 'Release1', folderId: 'Folder1', taskId: 'Task1', version: 7 },
  ...{ actor: 'bea', at: Date.parse('2026-11-27T19:00:00Z') },
  data: {
    release: { id: 'Release1', title: 'Webshop 1.0', status: 'FAILED', folderId: 'Folder1', tags: ['web'] },
    task: {
      ...{ id: 'Task1', title: 'Deploy', type: 'xlrelease.Task', status: 'FAILED', phaseTitle: 'Production' },
      failuresCount: 1,
    },
  },
  ...changes,
});

/** Returns the event with other titles. */
export function titled(release: string, task: string): OccurredEvent {
  const { data, ...event } = occurred();
  return {
    ...event,
    data: {
      ...(data.release && { release: { ...data.release, title: release } }),
      ...(data.task && { task: { ...data.task, title: task } }),
    },
  };
}

export const entryOf = (event: OccurredEvent, template: MessageEntry['template'] = null): MessageEntry => ({
  event,
  reason: 'you own the task',
  zone: 'Europe/Berlin',
  template,
});

export const messageOf = (...entries: readonly MessageEntry[]): NotificationMessage => ({
  ...{ id: 'msg_1', digest: false, entries },
});
