import type { UncheckedMessage } from '@slipway/domain/messages';

/** The response of `/system/status`. */
export interface SystemStatus {
  readonly version: string;
  readonly productVersion: string;
  readonly checks: Readonly<Record<string, 'ok' | 'degraded' | 'failed' | 'waiting'>>;
  readonly scriptRunner: 'ok' | 'busy' | 'away' | 'none';
  readonly overdue: { readonly count: number; readonly oldestSeconds: number };
  /** Absent if no license is required. */
  readonly licence?: { readonly expires?: string };
}

/** The response of `/system/consistency`. */
export interface Consistency {
  readonly ok: boolean;
  /** The numbers of checked releases and triggers. */
  readonly releases: number;
  readonly triggers: number;
  /** The number of all findings. `findings` contains only the first ones. */
  readonly count: number;
  readonly findings: readonly Finding[];
}

export interface Finding extends Partial<UncheckedMessage> {
  readonly kind: string;
  readonly id: string;
  readonly sentence: string;
}

/** The response of `/system/unresolved`. */
export interface Unresolved {
  readonly count: number;
  /** The number of items of each kind. */
  readonly counts: Readonly<Record<string, number>>;
  /** The first items of each kind. */
  readonly items: readonly UnresolvedItem[];
}

export interface UnresolvedItem extends Partial<UncheckedMessage> {
  readonly kind: string;
  readonly id: string;
  readonly title: string;
  readonly field?: string;
  readonly container?: {
    readonly type: 'template' | 'release' | 'folder';
    readonly id: string;
    readonly title: string;
  };
  readonly message: string;
}

/** An installed plugin, from `/plugins`. */
export interface Plugin {
  readonly name: string;
  readonly version: string;
  readonly source: string;
  readonly types: readonly { readonly type: string; readonly label: string }[];
  readonly warnings: readonly string[];
  readonly warningMessages?: readonly UncheckedMessage[];
  /** Names that the scripts of the plugin use and that the product does not provide. */
  readonly lacks: readonly { readonly script: string; readonly name: string; readonly reason: string }[];
  readonly installedAt: string;
  readonly installedBy?: string;
}
