import type { CountingServer } from '../servers/counting-server.ts';
import { catalog, type PluginName, type ServerOf } from './catalog.ts';

/** Returns the body that creates the configuration of a plugin for its server. */
export const connectionBody = (name: PluginName, server: CountingServer): object =>
  (catalog[name].connection as (server: CountingServer) => object)(server);

/** The servers of a test file, and the ids of their configurations. */
export class PluginServers {
  readonly #servers = new Map<PluginName, CountingServer>();
  readonly connections = new Map<PluginName, string>();

  async start(name: PluginName): Promise<CountingServer> {
    const server: CountingServer = await catalog[name].start();
    this.#servers.set(name, server);
    return server;
  }

  server<N extends PluginName>(name: N): ServerOf<N> {
    const started = this.#servers.get(name);
    if (started === undefined) throw new Error(`${name} is not served`);
    return started as ServerOf<N>;
  }

  connection(name: PluginName): string {
    return this.connections.get(name) ?? '';
  }

  async stop(): Promise<void> {
    for (const server of this.#servers.values()) await server.stop();
  }
}
