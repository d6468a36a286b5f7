{{- /* (list . "api" .Values.api.ingress) */ -}}
{{- define "bindery.ingress" -}}
{{- $name := include "bindery.name" . -}}
{{- $ingress := index . 2 -}}
apiVersion: networking.k8s.io/v1
kind: Ingress
metadata:
  name: {{ $name }}
  labels: {{- include "bindery.labels" . | nindent 4 }}
  {{- with $ingress.annotations }}
  annotations: {{- toYaml . | nindent 4 }}
  {{- end }}
spec:
  {{- with $ingress.className }}
  ingressClassName: {{ . | quote }}
  {{- end }}
  {{- with $ingress.tlsSecret }}
  tls:
    - hosts: [{{ $ingress.host | quote }}]
      secretName: {{ . | quote }}
  {{- end }}
  rules:
    - host: {{ $ingress.host | quote }}
      http:
        paths:
          - path: /
            pathType: Prefix
            backend:
              service:
                name: {{ $name }}
                port: { name: http }
{{- end -}}
