import { isObject, type Json } from '../model/json.ts';
import { readPath, valuesAt } from '../triggers/event-path.ts';
import type { SenderId } from './sender.ts';

/** The values of one alert that change when it is sent for a new reason. */
const alertPaths = ['event.status', 'event.fingerprint', 'event.startsAt'];

/**
 * Returns a text that is equal for repeated deliveries of an event, and differs for other events of the sender. Returns
 * null if the event has no such values.
 */
export function deliveryKeyOf(id: SenderId, headers: ReadonlyMap<string, string>, payload: Json): string | null {
  switch (id) {
    case 'github':
      return headers.get('x-github-delivery') ?? null;
    case 'gitlab':
      return headers.get('idempotency-key') ?? null;
    case 'bitbucket':
      return headers.get('x-request-uuid') ?? null;
    case 'bitbucket-server':
      return headers.get('x-request-id') ?? null;
    case 'jira':
    case 'jira-server':
      return headers.get('x-atlassian-webhook-identifier') ?? null;
    case 'jenkins':
      return keyAt(['event.build.full_url', 'event.build.phase'], payload);
    case 'docker-hub':
      return keyAt(['event.repository.repo_name', 'event.push_data.tag', 'event.push_data.pushed_at'], payload);
    case 'oci-registry':
      return keyAt(['event.id'], payload);
    case 'argocd':
      return keyAt(['event.event', 'event.application', 'event.revision', 'event.finishedAt'], payload);
    case 'alertmanager':
      return alertsKey(payload);
    // The CloudEvents format of Harbor has an id, and its own format has none.
    case 'harbor':
    case 'cloudevents':
      return keyAt(['event.source', 'event.id'], payload);
  }
}

/** Returns the values at all paths as a text; null if one of them is missing. */
function keyAt(paths: readonly string[], payload: Json): string | null {
  const view = { event: payload, headers: {}, parameters: {} };
  const values = paths.map((path) => valuesAt(readPath(path, path), view)[0]);
  const isComplete = values.every((value) => typeof value === 'string' || typeof value === 'number');
  return isComplete ? JSON.stringify(values) : null;
}

/** Alertmanager repeats the notification of a group unchanged until it is resolved. */
function alertsKey(payload: Json): string | null {
  if (!isObject(payload) || typeof payload.groupKey !== 'string' || !Array.isArray(payload.alerts)) return null;
  const alerts: readonly Json[] = payload.alerts;
  const keys = alerts.map((alert) => keyAt(alertPaths, alert));
  return keys.includes(null) ? null : JSON.stringify([payload.groupKey, payload.status ?? null, ...keys.toSorted()]);
}
