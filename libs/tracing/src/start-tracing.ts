import type { Tracing, TracingSettings } from './settings.ts';

/** Begins to make spans; only then is the library loaded that does so, which takes 0.2 s and 14 MB. */
export async function startTracing(settings: TracingSettings): Promise<Tracing> {
  const { openSdk } = await import('./sdk.ts');
  return openSdk(settings);
}
