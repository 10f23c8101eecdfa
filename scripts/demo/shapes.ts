/** The members of REST responses that the demo reads. */
export interface Task {
  readonly id: string;
  readonly type: string;
  readonly title: string;
  readonly status: string;
  readonly tasks?: readonly Task[];
  readonly conditions?: readonly { readonly id: string }[];
}

export interface Phase {
  readonly id: string;
  readonly title: string;
  readonly status: string;
  readonly tasks: readonly Task[];
}

export interface Release {
  readonly id: string;
  readonly title: string;
  readonly status: string;
  readonly phases: readonly Phase[];
}
