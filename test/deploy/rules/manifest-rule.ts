import type { Overlay } from '../../../deploy/k8s/render.ts';
import type { Manifests, Resource } from './manifests.ts';

/** A rule for the manifests of each overlay, with a violation that proves that the rule can fail. */
export interface ManifestRule {
  readonly name: string;
  /** Returns a message for each violation; none if the manifests follow the rule. */
  findViolations(manifests: Manifests): readonly string[];
  /** The overlay of the violation; by default `hardened`, which contains all resources except a pooler. */
  readonly testOverlay?: Overlay;
  /** Violates the rule in the manifests of that overlay. */
  violate(manifests: Resource[]): void;
}

/**
 * Returns the resource with this kind and prefix of its name, for example to change it. Throws Error if it does not
 * exist.
 */
export function find(manifests: readonly Resource[], kind: string, name: string): Resource {
  const match = manifests.find((candidate) => candidate.kind === kind && candidate.metadata.name.startsWith(name));
  if (match === undefined) throw new Error(`there is no ${kind} ${name}`);
  return match;
}

export const podOf = (manifests: readonly Resource[], name: string) =>
  find(manifests, 'Deployment', name).spec.template.spec;

export const containerOf = (manifests: readonly Resource[], name: string) => podOf(manifests, name).containers[0]!;

/** Removes a resource. */
export function remove(manifests: Resource[], kind: string, name: string): void {
  manifests.splice(manifests.indexOf(find(manifests, kind, name)), 1);
}
