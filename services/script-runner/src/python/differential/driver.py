# Runs programs of a JSON list from standard input, each in a namespace of its own, and writes a JSON list of what each
# printed and the name of the exception that ended it, or null for a program that this Python cannot run.
import json
import sys


class Output(object):
    def __init__(self):
        self.parts = []

    def write(self, text):
        self.parts.append(text)


def run(program):
    output = Output()
    error = None
    sys.stdout = output
    try:
        exec(compile(program, 'script', 'exec'), {'__name__': '__main__'})
    except BaseException:
        error = sys.exc_info()[0].__name__
    except:
        # An exception of Java: the program is too large for a method of the JVM.
        return None
    finally:
        sys.exc_clear()
        sys.stdout = sys.__stdout__
    return {'output': ''.join(output.parts), 'error': error}


programs = json.loads(sys.stdin.read())
sys.stdout.write(json.dumps([run(program.encode('ascii')) for program in programs]))
