import type { ReleaseResponse } from '@slipway/api-schema/plans';
import type { ComponentChildren } from 'preact';
import type { Entity } from '../../api/entity.ts';
import type { EditingLimits } from './editing-limits.ts';

/** The properties of the editor of a plan: of a template, or of a release that has not ended. */
export interface EditorProps {
  readonly plan: ReleaseResponse;
  /** The entity of the plan, which loads and changes it. */
  readonly entity: Entity<ReleaseResponse>;
  readonly limits: EditingLimits;
  /** The offset of the current page, from the address. */
  readonly from: number;
  readonly goToPage: (from: number) => void;
  /** Returns the address of the editor on this page, with or without an open task. */
  readonly urlOf: (taskId?: string) => string;
  /** More controls above the flow. */
  readonly tools?: ComponentChildren;
}
