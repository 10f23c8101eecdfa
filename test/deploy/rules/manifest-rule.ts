import type { Overlay } from '../../../deploy/k8s/render.ts';
import type { Manifests, Resource } from './manifests.ts';

/** What has to hold of the manifests of each overlay, and a way to break it: a rule that never fails proves nothing. */
export interface ManifestRule {
  readonly name: string;
  /** What breaks it, as lines; none where all is well. */
  findViolations(manifests: Manifests): readonly string[];
  /** The overlay in which it is broken as a test; by default `hardened`, which contains all but a pooler */
  readonly testOverlay?: Overlay;
  /** Breaks it in the manifests of that overlay. */
  violate(manifests: Resource[]): void;
}

/** The one resource of that kind and name, to be spoilt. */
export function find(manifests: readonly Resource[], kind: string, name: string): Resource {
  const match = manifests.find((candidate) => candidate.kind === kind && candidate.metadata.name.startsWith(name));
  if (match === undefined) throw new Error(`there is no ${kind} ${name}`);
  return match;
}

export const podOf = (manifests: readonly Resource[], name: string) =>
  find(manifests, 'Deployment', name).spec.template.spec;

export const containerOf = (manifests: readonly Resource[], name: string) => podOf(manifests, name).containers[0]!;

/** Takes a resource away. */
export function remove(manifests: Resource[], kind: string, name: string): void {
  manifests.splice(manifests.indexOf(find(manifests, kind, name)), 1);
}
