import { createEgress, type Egress } from '@slipway/outbound-http';
import type { Metrics, Process } from '@slipway/process';
import { parseUrls } from '@slipway/server-addresses/addresses';

/**
 * Outgoing HTTP for the scripts of this process, with the limits of the operator. `own` returns the URLs of the
 * product's services, which are blocked.
 */
export async function startEgress(
  { config, lifecycle }: Process,
  metrics: Metrics,
  own: () => readonly (string | null | undefined)[],
): Promise<Egress> {
  const policy = {
    allow: config.scriptHttpAllow,
    deny: config.scriptHttpDeny,
    trace: config.scriptHttpTrace,
    timeoutMs: config.scriptHttpTimeoutMs,
    allowUnverified: config.scriptHttpAllowUnverified,
    own: () => own().flatMap((address) => parseUrls(address ?? '')?.map(({ href }) => href) ?? []),
  };
  const egress = await lifecycle.start(
    'egress',
    () => createEgress(policy, metrics),
    (started) => started.stop(),
  );
  metrics.gauge(
    { name: 'slipway_script_egress_requests_active', help: 'Active HTTP requests of scripts' },
    async () => egress.load.underWay,
  );
  metrics.gauge(
    { name: 'slipway_script_egress_requests_waiting', help: 'HTTP requests of scripts that wait for a free slot' },
    async () => egress.load.waiting,
  );
  return egress;
}
