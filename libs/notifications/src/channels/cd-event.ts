import { type ArtifactDeployment, cdEventPredicateOf, type OccurredEvent } from '@slipway/domain/notifications';
import { type CloudEventOptions, eventSource } from './cloud-event.ts';
import { objectUrl, oneLine } from './content.ts';

/** The version of the specification of CDEvents, and that of its events about services. */
const specVersion = '0.4.1';
const serviceEventVersion = '0.2.0';
const maxTitleLength = 255;

/**
 * Renders a deployment as a CDEvent in structured mode, within a CloudEvent 1.0 in structured mode (CDEvents 0.4,
 * CloudEvents Binding). The application is the service.
 */
export function renderCdEvent(
  event: OccurredEvent,
  deployment: ArtifactDeployment,
  { publicUrl }: Pick<CloudEventOptions, 'publicUrl'>,
): string {
  const { id: deploymentId, application, environment, stage, kind, artifactId } = deployment;
  const type = `dev.cdevents.service.${cdEventPredicateOf(deployment)}.${serviceEventVersion}`;
  const { id } = event;
  const source = eventSource(publicUrl);
  const timestamp = new Date(event.at).toISOString();
  const { release } = event.data;
  const slipway = {
    ...{ deploymentId, kind, stage },
    release: release && { id: release.id, title: oneLine(release.title, maxTitleLength) },
    url: objectUrl(event, publicUrl) ?? undefined,
  };
  return JSON.stringify({
    ...{ specversion: '1.0', id, type, source, subject: application, time: timestamp },
    datacontenttype: 'application/cdevents+json',
    data: {
      context: { version: specVersion, id, source, type, timestamp },
      subject: { id: application, type: 'service', content: { environment: { id: environment }, artifactId } },
      customData: { slipway },
      customDataContentType: 'application/json',
    },
  });
}
