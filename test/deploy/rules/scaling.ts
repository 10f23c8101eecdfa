import { metrics, metricsIn } from '../../../deploy/monitoring/metrics.ts';
import { find, type ManifestRule } from './manifest-rule.ts';
import { type Manifests, named, ofKind, selects, serving, workloads } from './manifests.ts';

const scalers = (manifests: Manifests) => ofKind(manifests, 'HorizontalPodAutoscaler', 'ScaledObject');

/** Rules for the number of replicas and for the routes to them. */
export const scalingRules: readonly ManifestRule[] = [
  {
    name: 'each autoscaler has an existing target, and no target has two autoscalers',
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
    name: 'only services without an autoscaler have a number of replicas',
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
    name: 'KEDA reads metrics that the service at the URL serves',
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
    name: 'autoscalers use the metrics of the adapter',
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
    name: 'a Service selects pods with its port',
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
    name: 'no Ingress leads to the management port',
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
