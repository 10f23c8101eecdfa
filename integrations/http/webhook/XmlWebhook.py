from com.xebialabs.xlrelease.plugin.webhook import XmlPathResult
from webhook.http_call import results, send

content = send(URL, method, body, (username, password), 'application/xml')
paths = [xPathExpression, xPathExpression2, xPathExpression3]
result, result2, result3 = results(content, paths, lambda path: XmlPathResult(content, path).get())
