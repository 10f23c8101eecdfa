from com.xebialabs.xlrelease.plugin.webhook import JsonPathResult
from webhook.http_call import results, send

content = send(URL, method, body, (username, password), 'application/json')
paths = [jsonPathExpression, jsonPathExpression2, jsonPathExpression3]
result, result2, result3 = results(content, paths, lambda path: JsonPathResult(content, path).get())
