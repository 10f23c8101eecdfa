import type { OccurredEvent } from '@slipway/domain/notifications';
import { objectUrl, oneLine } from './content.ts';

export interface CloudEventOptions {
  /** the address of the board; null without one */
  readonly publicUrl: string | null;
  /** such as `dev.slipway` */
  readonly typePrefix: string;
  /** the folders from the top to the one of the event */
  readonly folderPath: readonly string[];
}

/** Bodies stay below 20 KB (Standard Webhooks). The other members have at most half of it. */
const maxTagBytes = 10_000;
const maxTags = 50;
const maxTitleLength = 255;

const sequenceDigits = 16;

/** Returns the first tags that fit into the body. */
function fittingTags(tags: readonly string[]): readonly string[] {
  let bytes = 0;
  return tags
    .slice(0, maxTags)
    .map((tag) => oneLine(tag, maxTitleLength))
    .filter((tag) => {
      bytes += Buffer.byteLength(JSON.stringify(tag));
      return bytes <= maxTagBytes;
    });
}

function releaseData({ release }: OccurredEvent['data']) {
  return (
    release && {
      ...release,
      title: oneLine(release.title, maxTitleLength),
      tags: fittingTags(release.tags),
    }
  );
}

function taskData({ task }: OccurredEvent['data']) {
  return (
    task && {
      ...task,
      title: oneLine(task.title, maxTitleLength),
      phaseTitle: oneLine(task.phaseTitle, maxTitleLength),
      dueDate: task.dueDate === undefined ? undefined : new Date(task.dueDate).toISOString(),
    }
  );
}

/** Returns the source of all events of this installation. */
export const eventSource = (publicUrl: string | null): string => `${publicUrl ?? ''}/api/v1`;

/**
 * Renders an event as a CloudEvent 1.0 in structured mode. It has ids, titles and statuses, never variables or
 * comments. `sequence` grows with the version of the release.
 */
export function renderCloudEvent(
  event: OccurredEvent,
  { publicUrl, typePrefix, folderPath }: CloudEventOptions,
): string {
  const { data } = event;
  const objectId = event.releaseId ?? data.subject?.id;
  return JSON.stringify({
    specversion: '1.0',
    id: event.id,
    type: `${typePrefix}.${event.type}.v1`,
    source: eventSource(publicUrl),
    subject: objectId === undefined ? undefined : [...folderPath, objectId].join('/'),
    time: new Date(event.at).toISOString(),
    sequence: event.version === null ? undefined : String(event.version).padStart(sequenceDigits, '0'),
    datacontenttype: 'application/json',
    data: {
      ...data,
      release: releaseData(data),
      task: taskData(data),
      subject: data.subject && { ...data.subject, title: oneLine(data.subject.title, maxTitleLength) },
      reason: data.reason === undefined ? undefined : oneLine(data.reason),
      actor: event.actor,
      url: objectUrl(event, publicUrl) ?? undefined,
    },
  });
}
