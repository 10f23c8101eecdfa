export { toCompilableText } from './compilable-text.ts';
export { containsSecret, type ExposedVariable, maskTexts, readTexts, type TextMask } from './masked-texts.ts';
export {
  type CompileProblem,
  changedScripts,
  compileProblem,
  compileWarning,
  limitWarnings,
  type SavedScript,
  scriptsOf,
  scriptsOfDraft,
  scriptsToCompile,
} from './saved-scripts.ts';
export { type AuthoredText, authorsNaming, type ScriptLanguage, scriptAuthorOf, scriptText } from './script-text.ts';
export { type TrialScript, trialRelease, trialScript } from './trial-script.ts';
