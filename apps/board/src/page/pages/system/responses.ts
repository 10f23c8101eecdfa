import type { UncheckedMessage } from '@slipway/domain/messages';

/** What `/system/status` answers. */
export interface SystemStatus {
  readonly version: string;
  readonly productVersion: string;
  readonly checks: Readonly<Record<string, 'ok' | 'degraded' | 'failed' | 'waiting'>>;
  readonly scriptRunner: 'ok' | 'busy' | 'away' | 'none';
  readonly overdue: { readonly count: number; readonly oldestSeconds: number };
  /** Absent: not required */
  readonly licence?: { readonly expires?: string };
}

/** What `/system/consistency` answers. */
export interface Consistency {
  readonly ok: boolean;
  /** how many were looked at */
  readonly releases: number;
  readonly triggers: number;
  /** Of all findings, of which the first are included */
  readonly count: number;
  readonly findings: readonly Finding[];
}

export interface Finding extends Partial<UncheckedMessage> {
  readonly kind: string;
  readonly id: string;
  readonly sentence: string;
}

/** The answer of `/system/unresolved`. */
export interface Unresolved {
  readonly count: number;
  /** the first of each kind */
  readonly items: readonly UnresolvedItem[];
}

export interface UnresolvedItem {
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

/** A plugin, as `/plugins` answers it. */
export interface Plugin {
  readonly name: string;
  readonly version: string;
  readonly source: string;
  readonly types: readonly { readonly type: string; readonly label: string }[];
  readonly warnings: readonly string[];
  readonly warningMessages?: readonly UncheckedMessage[];
  /** names that its scripts ask for in vain */
  readonly lacks: readonly { readonly script: string; readonly name: string; readonly reason: string }[];
  readonly installedAt: string;
  readonly installedBy?: string;
}
