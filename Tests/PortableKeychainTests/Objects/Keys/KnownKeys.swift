import PortableKeychain

/// Keys that openssl made, in PEM; they keep nothing.
enum KnownKeys {
    static let p256 = """
        -----BEGIN PRIVATE KEY-----
        MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgPkeRhO1iWX1LY6B/
        mplOhdPo9p6mAtUPW/KM0BGmm1OhRANCAAQ3RQQ3JkoZ2+vH1bsNSJVAZGnYQFnC
        bga499uj5i7eKr/8mmuo9LghjZbdQzdKfQ4CkX7Yuo6QRKT4Oz1fO5lN
        -----END PRIVATE KEY-----
        """

    static let p256Public = """
        -----BEGIN PUBLIC KEY-----
        MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEN0UENyZKGdvrx9W7DUiVQGRp2EBZ
        wm4GuPfbo+Yu3iq//JprqPS4IY2W3UM3Sn0OApF+2LqOkESk+Ds9XzuZTQ==
        -----END PUBLIC KEY-----
        """

    static let p384 = """
        -----BEGIN PRIVATE KEY-----
        MIG2AgEAMBAGByqGSM49AgEGBSuBBAAiBIGeMIGbAgEBBDCNdbSV7nnYrth1kBzT
        IesEMKFWDGoRRDCS8VMro+5BtfqVonkpSGuUX5/MoVHfUYChZANiAATvE4Bi0kbL
        0laCZ03bDjAO4cD5OrpREspc2qCB+aNjSQ3kfOfm6GK0cigbonCFVL3AtWN/w9r7
        cmc128uM3A32ujKK9+5ed3bH888o6IJ9otaOynrr4VfrmJMrpMhgxOg=
        -----END PRIVATE KEY-----
        """

    static let p384Public = """
        -----BEGIN PUBLIC KEY-----
        MHYwEAYHKoZIzj0CAQYFK4EEACIDYgAE7xOAYtJGy9JWgmdN2w4wDuHA+Tq6URLK
        XNqggfmjY0kN5Hzn5uhitHIoG6JwhVS9wLVjf8Pa+3JnNdvLjNwN9royivfuXnd2
        x/PPKOiCfaLWjsp66+FX65iTK6TIYMTo
        -----END PUBLIC KEY-----
        """

    static let p521 = """
        -----BEGIN PRIVATE KEY-----
        MIHuAgEAMBAGByqGSM49AgEGBSuBBAAjBIHWMIHTAgEBBEIBkiYsqtq7J4BAj1dw
        WSmcrriK2fSVA2rKYN+AEjulSOZGRgK3+JnhwCbg7xenS5Li2Ya6WsvZ49D2CL/N
        CLmhv2ehgYkDgYYABAEf3G4tiiL99F8Rz61zPkHM1SzonCXLODs2m1wOkWNjGhxv
        UISZFkzrAJjXyurH818urTS/7G6f0QbXmFmA+m873gGTe2AkmynQcAmcRLLkDJhK
        PTfkk8gr6vilpf2OVpMsIWLzBL0YzWko/Q8Zq6UxxWwZHc/svFC61cQ9jMvidEoN
        jw==
        -----END PRIVATE KEY-----
        """

    static let p521Public = """
        -----BEGIN PUBLIC KEY-----
        MIGbMBAGByqGSM49AgEGBSuBBAAjA4GGAAQBH9xuLYoi/fRfEc+tcz5BzNUs6Jwl
        yzg7NptcDpFjYxocb1CEmRZM6wCY18rqx/NfLq00v+xun9EG15hZgPpvO94Bk3tg
        JJsp0HAJnESy5AyYSj035JPIK+r4paX9jlaTLCFi8wS9GM1pKP0PGaulMcVsGR3P
        7LxQutXEPYzL4nRKDY8=
        -----END PUBLIC KEY-----
        """

    static let ed25519 = """
        -----BEGIN PRIVATE KEY-----
        MC4CAQAwBQYDK2VwBCIEIIUPtN5zVCyWIbKD7NyGgiSGIkyj0hZzUnIH4BPECwgu
        -----END PRIVATE KEY-----
        """

    static let ed25519Public = """
        -----BEGIN PUBLIC KEY-----
        MCowBQYDK2VwAyEAyCLapMgKc8cwrAO94Re/p6bk6H9GaX/KyvCd4tfOXWY=
        -----END PUBLIC KEY-----
        """

    static let x25519 = """
        -----BEGIN PRIVATE KEY-----
        MC4CAQAwBQYDK2VuBCIEIDB/AcprjOPfF2UncGO1NETnwEt3xHgSL+oAip6BnDdb
        -----END PRIVATE KEY-----
        """

    static let x25519Public = """
        -----BEGIN PUBLIC KEY-----
        MCowBQYDK2VuAyEAUoSepUtT/EEm1DJ41VVZDz0eZRj142bFX4PZuDJlLX4=
        -----END PUBLIC KEY-----
        """

    static let rsa2048 = """
        -----BEGIN PRIVATE KEY-----
        MIIEvQIBADANBgkqhkiG9w0BAQEFAASCBKcwggSjAgEAAoIBAQCqznrP9WPSesnh
        VIzzFid8IBvot0w3v/i2mPJcmB3Q0ii3NVc+hikT1fmXHV3TQJWacs9iUqCi3Cqp
        UVRDyGvnp29FiSkQX+rVhloDZtCo7atiKp7EF0Nhl7w/8q6McI/Ra8G27WxwiLyF
        XWNjCGgVOJZs2R/X0ecA5Hlp+zXQ93DVnRmtTxIUDdqugl9dVPmLailEa7w1B1ys
        9YCi7BjtGQKQgKZwRsbeAsBpYMY5ji1a2Fub9jU+xZRTGDhh0XD7qLEHbzSd8i0N
        I3kOhX0Rpoq4eks5Ik8Z2SP7f/8f10799qLOlP12wQOAdHNilZUcd35JVWvPSpfm
        pRV7cpXvAgMBAAECggEAJQdJMY8ZmlYbMNmzCrnJSovtcPhXshhQc0lZ9T/W6t+8
        iucp6DiObCnth1iK8BKmvApasg6Gm3fOWdFzSpSG6/vsz+7Js66PisWq+uTNpGmN
        x2TE8W63oU8TNOvH8lMuonBRWPZElWrXL7RMqPn4Em2nkqZJVHDBOvzM43BdvNSk
        jgEFs9aG5UCVuIYHw05FCkRFB6iO/EV7s2qKgjicGmfJqiAeriwSBHRRDR/MmoOg
        p4quwbzs6aJ/ZG47l8gdWBlGGCwpL3c37MzMRUWnTJ8wcxukIQ9tMPmvPnUbdDrD
        d+kb6otWMo0VX5BLI9YVvqyzE/RfzDQ5D/e0k2OAsQKBgQDmc0mGbgMjTiyh+MRq
        rwX/S0NS2rSpXpr83RlUTMjj0lHW7yeruz37O6gLt/tb7wB93Xw8Nq2U6N55ZcrB
        EQf6a40iwNhGSY7dEHwxk6s5L+XRbDpJujQnTWDQVyBHVGFg5dr6c9L1681rtq3j
        ae3CiOFrdiOOwC+0pncONyUXnwKBgQC9vl1GRiql5oepCUftrwBrQ07zY2OU4Zq+
        6oziKr8ZVmv1cNPFW5E2FDVKPWUPSpgmu+xtu7BZFGgVC5ALaR4O9flVuaSgsanJ
        Dc2c1T6ZyjGSxxKRSkBzfOJFv0T4ien1JTTJqxJOpXqbqNfyXB1Nfr1ZgmZmv0OW
        R9U5AW8fsQKBgQDjeNUQnrL2PIoN73JiJBV1ZCM2O6+spzexdcU00v5Q8x/ZWwP7
        nb2WqdI8jwTMQGRp2SByhz5cCGjhx7qVTGxloZgUv+o7pwwf5c/RWAPhVQgy6fO3
        JteoG9b+j6HLBt2AOiMmqQGJwZJpSk7mdX89UMPBwUFj/QyZ8t795yzz3QKBgFLS
        yKZHNJCMK0VW3sXacOVhURIenTY8sC6L9Yk3vYjS13cgk9//E0i203gfioB9QCMQ
        Pqi7l8Oai8A79tl0PgGrzvVjfoACbSls1AaUcqnwv2jharJu5elDZwWo8vNGSBCQ
        +BTbjrcztmxB7FlHaicMnpx2tjo9XMQ5gNJMVPRRAoGANsm2Qc9vcdxCc+TYpr6T
        VfvynP81scNspbSvxyb0sB7DaNQG+ljxs/g8asq73ZpU+PawDz0N8oWe3IODn6RN
        N3mi55ca9n3S6jZuD5CTX95ivDhOh3xhMLD/BzHDziivBH2ryKLvgKG0P6FNmbTM
        WGuw6qSapCibwa+gh6Cp5I8=
        -----END PRIVATE KEY-----
        """

    static let rsa2048Public = """
        -----BEGIN PUBLIC KEY-----
        MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEAqs56z/Vj0nrJ4VSM8xYn
        fCAb6LdMN7/4tpjyXJgd0NIotzVXPoYpE9X5lx1d00CVmnLPYlKgotwqqVFUQ8hr
        56dvRYkpEF/q1YZaA2bQqO2rYiqexBdDYZe8P/KujHCP0WvBtu1scIi8hV1jYwho
        FTiWbNkf19HnAOR5afs10Pdw1Z0ZrU8SFA3aroJfXVT5i2opRGu8NQdcrPWAouwY
        7RkCkICmcEbG3gLAaWDGOY4tWthbm/Y1PsWUUxg4YdFw+6ixB280nfItDSN5DoV9
        EaaKuHpLOSJPGdkj+3//H9dO/faizpT9dsEDgHRzYpWVHHd+SVVrz0qX5qUVe3KV
        7wIDAQAB
        -----END PUBLIC KEY-----
        """

    static let rsa1024 = """
        -----BEGIN PRIVATE KEY-----
        MIICeAIBADANBgkqhkiG9w0BAQEFAASCAmIwggJeAgEAAoGBAMjW8fKsvpayGntR
        mUQ2EgBBjqdAU2XS1srn3WUNNVDuw2E6uJMWO3DZjIEp5kllkGoVWoxzAhMreHnV
        ohf3k8+Ygr9m4q1y7B0A9E30o4pZMh808kQL/QTiUmi8RnOvYOTOrds6pfpDnMZK
        E1kzjbbzbdyVTKu9OXb7vLhTmnsHAgMBAAECgYEArrxsFsH6s+vTJHWzDmiosrZW
        4ecSaCXPIQwoUDH0sCx7qo1HZxlRr/Zmyz3kEPmfctyPQmERbhJFKGMZOxb47nth
        GlbJxCY4m/K4EPbQj7xYzuzQGAeZE+0S2VHcG6M8KsB1Pa+2+fkhTmmYb3nyuym+
        vp9RAH/m/L+UVYUNI4kCQQDlWAkIRAdf8uHgRfdHLmqis6uSOziPAd8FngIMNrln
        NFC5YzQwns+Gdzgh+xeT0JwhfifddqG0NOe5KjvSBIujAkEA4C7JLE/Son91r42d
        Rk7dSabErU09lgURXszXaakYO4Xf8X/fhStcLeaLQba+WNTYkUREtBoxs9KuJZhZ
        eJlJTQJBAMPjmutld8sbYJS4DgrNeaV4wz4GuTtkxMI+gM8/2sJs69o9ArHYo7bd
        k6NqnWvSzdjJsXE2x81tNtNwYGH1IfMCQQCimYyUNTlDX0tOj1pZWm4qM2lHgVR/
        8SEOL2i2XE0VLx6knOjUQATVzfeHLDKXX5nMk0V5k94k3VQuNHgAfr2pAkAG/Yg2
        7VbHjAfRrnaZjG1qDg724qMR9KJf0f2kMvWAoGE5kEarBlvp/fgO5bt3a2/aOOm1
        pXkLsgAHndgy4XXG
        -----END PRIVATE KEY-----
        """

    static let rsa1024Public = """
        -----BEGIN PUBLIC KEY-----
        MIGfMA0GCSqGSIb3DQEBAQUAA4GNADCBiQKBgQDI1vHyrL6Wshp7UZlENhIAQY6n
        QFNl0tbK591lDTVQ7sNhOriTFjtw2YyBKeZJZZBqFVqMcwITK3h51aIX95PPmIK/
        ZuKtcuwdAPRN9KOKWTIfNPJEC/0E4lJovEZzr2Dkzq3bOqX6Q5zGShNZM422823c
        lUyrvTl2+7y4U5p7BwIDAQAB
        -----END PUBLIC KEY-----
        """

    static let p256SEC1 = """
        -----BEGIN EC PRIVATE KEY-----
        MHcCAQEEID5HkYTtYll9S2Ogf5qZToXT6PaepgLVD1vyjNARpptToAoGCCqGSM49
        AwEHoUQDQgAEN0UENyZKGdvrx9W7DUiVQGRp2EBZwm4GuPfbo+Yu3iq//JprqPS4
        IY2W3UM3Sn0OApF+2LqOkESk+Ds9XzuZTQ==
        -----END EC PRIVATE KEY-----
        """

    static let rsa512 = """
        -----BEGIN PRIVATE KEY-----
        MIIBVgIBADANBgkqhkiG9w0BAQEFAASCAUAwggE8AgEAAkEA3ew6WDKRB5VDlnAA
        gT7KnJzkouGJ2h81HHVMGNWH97aZm+fqB1BLL8bAbuqJtb+mWfWav9MwnVMVkpSH
        /Bw54wIDAQABAkEAlSqakPv0NeejlXPVMwqUv65JlB4LPbzqQyWor6yfhuVKDUtJ
        VanVbTL8Z3cfdDZ+iFyYMoS43TwgI6MmVCRn4QIhAPpWB5A/N67jc5VINLWh0Bds
        76lDwQHzHbrr3JyzKYzRAiEA4vGgOTtk7QlPiej3ZkHMzTDHMx5TujQpG3KEsntw
        eHMCIBKdHPjbyn8liG2cLdcnjfp/7h4O3KYRdq90ZDX+mGNRAiEA4Qy31Ml/dkhL
        ZflujSsnSzvZ7mleokJjmWJhERW0HN0CIQCtYDzZWrvYhsDlXunSQow9KPLoLhcb
        nCniwNEAysCzSw==
        -----END PRIVATE KEY-----
        """
}
