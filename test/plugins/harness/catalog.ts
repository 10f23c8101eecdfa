import { login as bugtrailLogin, startTracker } from '../bugtrail/server.ts';
import { startVault, client as vaultClient } from '../confvault/server.ts';
import { login as courierLogin, startGateway } from '../courier/server.ts';
import { login as deskLogin, startDesk } from '../deskline/server.ts';
import { login as registryLogin, startRegistry } from '../drydock/server.ts';
import { login as forgeLogin, startForge } from '../forge/server.ts';
import { startGauge } from '../gauge/server.ts';
import { token as pondToken, startPond } from '../gitpond/server.ts';
import { login as larderLogin, startLarder } from '../larder/server.ts';
import { login as millLogin, startMill } from '../millwork/server.ts';
import { token as chatToken, startChat } from '../parley/server.ts';
import { login as probeLogin, startScanner } from '../probe/server.ts';
import { login as rolloutLogin, startRollout } from '../rollout/server.ts';
import type { CountingServer } from '../servers/counting-server.ts';
import { startSwitchyard, login as switchLogin } from '../switchyard/server.ts';
import { apiKey, startGrid } from '../trialrun/server.ts';

interface Plugin<S extends CountingServer> {
  readonly start: () => Promise<S>;
  /** Returns the configuration with which its scripts call its server. */
  readonly connection: (server: S) => { readonly type: string } & Readonly<Record<string, unknown>>;
}

const plugin = <S extends CountingServer>(
  start: () => Promise<S>,
  type: string,
  more: Readonly<Record<string, unknown>> = {},
): Plugin<S> => ({ start, connection: ({ url }) => ({ type, title: type, url, ...more }) });

/** All plugins by folder, with their servers. */
export const catalog = {
  bugtrail: plugin(startTracker, 'bugtrail.Server', bugtrailLogin),
  confvault: {
    start: startVault,
    connection: ({ url }: CountingServer) => ({
      type: 'confvault.Server',
      title: 'confvault.Server',
      url,
      authenticationMethod: 'OAuth2',
      accessTokenUrl: `${url}/oauth/token`,
      ...vaultClient,
    }),
  },
  courier: plugin(startGateway, 'courier.Gateway', { ...courierLogin, account: 'releases & co' }),
  deskline: plugin(startDesk, 'deskline.Server', deskLogin),
  drydock: plugin(startRegistry, 'drydock.Registry', registryLogin),
  forge: plugin(startForge, 'forge.Server', forgeLogin),
  gauge: plugin(startGauge, 'gauge.Server'),
  gitpond: plugin(startPond, 'gitpond.Server', { accessToken: pondToken }),
  larder: plugin(startLarder, 'larder.Server', larderLogin),
  millwork: plugin(startMill, 'millwork.Server', millLogin),
  parley: plugin(startChat, 'parley.Server', { token: chatToken }),
  probe: plugin(startScanner, 'probe.Server', probeLogin),
  rollout: plugin(startRollout, 'rollout.Server', rolloutLogin),
  switchyard: plugin(startSwitchyard, 'switchyard.Server', switchLogin),
  trialrun: {
    start: startGrid,
    connection: ({ url }: CountingServer) => ({
      type: 'trialrun.Grid',
      title: 'trialrun.Grid',
      url: `${url}/grid`,
      apiKey,
    }),
  },
} as const;

export type PluginName = keyof typeof catalog;
export type ServerOf<N extends PluginName> = Awaited<ReturnType<(typeof catalog)[N]['start']>>;
export const pluginNames = Object.keys(catalog) as PluginName[];
