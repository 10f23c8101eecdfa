import { useMemo } from 'preact/hooks';
import { plural, t } from '../../navigation/text.ts';
import { CopyButton } from '../controls/copy-button.tsx';
import { tokenize } from './highlight.ts';
import type { CodeLanguage } from './languages.ts';

interface Props {
  /** The name of the code, for screen readers and the copy button. */
  readonly name: string;
  readonly code: string;
  readonly language: CodeLanguage;
}

const languageNames: Readonly<Record<CodeLanguage, string>> = {
  python: 'Python',
  javascript: 'JavaScript',
  json: 'JSON',
  yaml: 'YAML',
};

/** Returns the number of lines as text. */
export function countLines(text: string): string {
  const count = text.replace(/\n$/, '').split('\n').length;
  return plural(count, '# line', '# lines');
}

/** A read-only code with colors. */
export function CodeBlock({ name, code, language }: Props) {
  // A live update renders the panel again, mostly with the same code.
  const tokens = useMemo(() => tokenize(code, language), [code, language]);
  return (
    <div class="code-block">
      <p class="row">
        <span>
          {languageNames[language]}, {countLines(code)}
        </span>
        <CopyButton label={t`Copy ${name}`} getText={() => code} />
      </p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region needs the focus to scroll with the keyboard */}
      <section class="scroll-box" tabIndex={0} aria-label={name}>
        <pre>
          {tokens.map(({ kind, text }, index) =>
            kind === null ? (
              text
            ) : (
              <span key={index} class={`token-${kind}`}>
                {text}
              </span>
            ),
          )}
        </pre>
      </section>
    </div>
  );
}
