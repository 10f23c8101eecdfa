import { afterAll, beforeAll } from 'vitest';
import { type Served, serve } from '../../harness/product/serve.ts';
import { formOf } from '../../harness/rest/form.ts';
import type { CountingServer } from '../servers/counting-server.ts';
import { catalog, type PluginName, type ServerOf } from './catalog.ts';
import { packed } from './jar.ts';

/** What was answered when a plugin was installed. */
export interface Installed {
  readonly name: string;
  readonly types: readonly { readonly type: string }[];
  readonly warnings: readonly string[];
  readonly lacks: readonly { readonly script: string; readonly name: string; readonly reason: string }[];
}

interface Ready {
  readonly server: CountingServer;
  readonly connection: string;
  readonly installed: Installed;
}

/** A product in which plugins are installed, each with a connection to a server of its own. */
export interface ServedPlugins<N extends PluginName> extends Served {
  server<M extends N>(name: M): ServerOf<M>;
  /** The id of the configuration by which scripts reach that server. */
  connection(name: N): string;
  installed(name: N): Installed;
}

/** Serves all tests of the file that calls it. Scripts may reach loopback addresses, where the servers are. */
export function servePlugins<const N extends PluginName>(
  names: readonly N[],
  env: Readonly<Record<string, string>> = {},
): ServedPlugins<N> {
  const served = serve({ SCRIPT_HTTP_ALLOW: '127.0.0.1', ...env });
  const ready = new Map<PluginName, Ready>();
  beforeAll(async () => {
    for (const name of names) {
      const { start, connection } = catalog[name];
      const server: CountingServer = await start();
      const jar = formOf(await packed(name), { name: `${name}.jar` });
      const installed = await served.rest.post<Installed>('/plugins', jar);
      const body = (connection as (server: CountingServer) => object)(server);
      const { id } = await served.rest.post<{ id: string }>('/config', body);
      ready.set(name, { server, connection: id, installed });
    }
  });
  afterAll(async () => {
    for (const { server } of ready.values()) await server.stop();
  });
  const of = (name: N): Ready => {
    const found = ready.get(name);
    if (found === undefined) throw new Error(`${name} is not served`);
    return found;
  };
  return {
    ...served,
    server: <M extends N>(name: M) => of(name).server as ServerOf<M>,
    connection: (name) => of(name).connection,
    installed: (name) => of(name).installed,
  };
}
