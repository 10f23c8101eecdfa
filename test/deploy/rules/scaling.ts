import { metrics, metricsIn } from '../../../deploy/monitoring/metrics.ts';
import { find, type ManifestRule } from './manifest-rule.ts';
import { type Manifests, named, ofKind, selects, serving, workloads } from './manifests.ts';

const scalers = (manifests: Manifests) => ofKind(manifests, 'HorizontalPodAutoscaler', 'ScaledObject');

/** Rules for the number of replicas and for the routes to them. */
export const scalingRules: readonly ManifestRule[] = [
  {
    name: 'what scales, scales something that is there, and nothing else scales that',
    findViolations: (manifests) => {
      const targets = scalers(manifests).map(({ spec }) => spec.scaleTargetRef.name);
      return targets.filter(
        (name, index) => targets.indexOf(name) !== index || named(manifests, 'Deployment', name) === undefined,
      );
    },
    violate: (manifests) => {
      find(manifests, 'HorizontalPodAutoscaler', 'slipway-api').spec.scaleTargetRef.name = 'slipway-scheduler';
    },
  },
  {
    name: 'who is scaled has no number of replicas, who is not has one',
    findViolations: (manifests) => {
      const scaled = new Set(scalers(manifests).map(({ spec }) => spec.scaleTargetRef.name));
      return serving(manifests)
        .filter(({ resource, name }) => scaled.has(name) === (resource.spec.replicas !== undefined))
        .map(({ name }) => name);
    },
    violate: (manifests) => {
      find(manifests, 'Deployment', 'slipway-api').spec.replicas = 3;
    },
  },
  {
    name: 'KEDA asks for metrics that the one list has of those whom it asks',
    findViolations: (manifests) =>
      ofKind(manifests, 'ScaledObject').flatMap(({ spec }) =>
        spec.triggers
          .filter(({ type, metadata }) => type !== 'metrics-api' || !servesMetric(manifests, metadata))
          .map(({ metadata }) => `${metadata.valueLocation} at ${metadata.url}`),
      ),
    violate: (manifests) => {
      find(manifests, 'ScaledObject', 'slipway-script-runner').spec.triggers[0]!.metadata.valueLocation =
        'slipway_overdue_timers';
    },
  },
  {
    name: 'an autoscaler asks for what the adapter makes',
    findViolations: (manifests) =>
      ofKind(manifests, 'HorizontalPodAutoscaler').flatMap(({ spec }) =>
        spec.metrics.flatMap(({ pods }) =>
          pods === undefined || pods.metric.name === 'slipway_http_requests_per_second' ? [] : [pods.metric.name],
        ),
      ),
    violate: (manifests) => {
      find(manifests, 'HorizontalPodAutoscaler', 'slipway-api').spec.metrics[1]!.pods!.metric.name = 'requests';
    },
  },
  {
    name: 'a Service leads to pods that have its port',
    findViolations: (manifests) =>
      ofKind(manifests, 'Service').flatMap(({ metadata, spec }) => {
        const labels = Object.fromEntries(Object.entries(spec.selector).map(([key, value]) => [key, String(value)]));
        const backends = workloads(manifests).filter((workload) => selects({ matchLabels: labels }, workload.labels));
        const ports = backends.flatMap(({ container }) => (container.ports ?? []).map(({ name }) => name));
        return backends.length === 1 && spec.ports.every(({ targetPort }) => ports.includes(String(targetPort)))
          ? []
          : [metadata.name];
      }),
    violate: (manifests) => {
      find(manifests, 'Service', 'slipway-api').spec.ports[0]!.targetPort = 'web';
    },
  },
  {
    name: 'the management port is behind no Ingress',
    findViolations: (manifests) =>
      ofKind(manifests, 'Ingress').flatMap(({ metadata, spec }) =>
        spec.rules
          .flatMap(({ http }) => http.paths.map(({ backend }) => backend.service))
          .filter(({ name, port }) => {
            const ports = named(manifests, 'Service', name)?.spec.ports ?? [];
            const servicePort = ports.find(
              (candidate) => candidate.name === port.name || candidate.port === port.number,
            );
            return (
              servicePort === undefined || servicePort.targetPort === 'management' || servicePort.targetPort === 8081
            );
          })
          .map(() => metadata.name),
      ),
    violate: (manifests) => {
      find(manifests, 'Service', 'slipway-api').spec.ports[0]!.targetPort = 'management';
    },
  },
];

/** Whether the service at a URL serves a metric according to the list of metrics. */
function servesMetric(
  manifests: Manifests,
  { url = '', valueLocation = '' }: Readonly<Record<string, string>>,
): boolean {
  const service = named(manifests, 'Service', new URL(url).hostname.split('.')[0] ?? '');
  const component = String(service?.spec.selector['app.kubernetes.io/component']);
  const [metric = ''] = metricsIn(valueLocation);
  return new URL(url).pathname === '/metrics' && (metrics[metric]?.by ?? []).some((by) => by === component);
}
