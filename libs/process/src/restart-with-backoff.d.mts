interface RestartOptions<Result> {
  readonly run: () => Promise<Result>;
  /** Always returns true by default. */
  readonly shouldRestart?: (result: Result) => boolean;
  /** Called before each pause. */
  readonly onRestart: (pauseMs: number, result: Result) => void;
  readonly stop: AbortSignal;
  /** The first pause; 200 ms by default. */
  readonly initialPauseMs?: number;
  /** The pauses start again after a run of this duration; 30 seconds by default. */
  readonly stableMs?: number;
}

export declare function restartWithBackoff<Result>(options: RestartOptions<Result>): Promise<Result | null>;
